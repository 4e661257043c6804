"""The university: its students, what they want, and their words."""
