"""How long the commands take: help, a check with an empty cache, the same again, and the second checker.

Run: uv run python benchmarks/cli.py
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

LEMMATA = str(Path(sys.executable).with_name("lemmata"))
TARGETS = {"--help": 0.5, "check, empty cache": 30, "check, again": 2, "audit": None, "graph": None}


def seconds(arguments: list[str], cache: str) -> float:
    """Run the command; the wall time. Its exit status may say that something does not hold."""
    start = time.perf_counter()
    done = subprocess.run([LEMMATA, *arguments], capture_output=True, env=os.environ | {"LEMMATA_CACHE": cache})
    if done.returncode not in (0, 1):
        sys.exit(done.stderr.decode())
    return time.perf_counter() - start


def main() -> None:
    """Print the times beside the targets."""
    with tempfile.TemporaryDirectory() as cache:
        times = {"--help": min(seconds(["--help"], cache) for _ in range(5))}
        times["check, empty cache"] = seconds(["check"], cache)
        times["check, again"] = min(seconds(["check"], cache) for _ in range(3))
        times["audit"] = seconds(["audit"], cache)
        times["graph"] = seconds(["graph"], cache)
    for name, taken in times.items():
        target = TARGETS[name]
        print(f"lemmata {name:<20} {taken:7.2f} s" + (f"   (target {target} s)" if target else ""))


if __name__ == "__main__":
    main()
