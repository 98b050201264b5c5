"""Running tasks in other processes: workers with limits, and executors."""
