"""The command line: one module for each family of commands, and shared output to the terminal."""
