"""Tasks: what customers want, what it takes to pass, and proof that each task is sound."""
