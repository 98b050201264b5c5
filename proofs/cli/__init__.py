"""The command line: one file for each family of commands, and the terminal that they share."""
