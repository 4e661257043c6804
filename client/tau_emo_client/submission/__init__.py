"""Results that others can check: re-grading, and folders to submit."""
