"""The papers, a folder each, and the index of what they state and display."""
