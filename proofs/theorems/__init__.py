"""The library of theorems about sums, maxima and the elementary functions, all proved from the kernel's rules."""
