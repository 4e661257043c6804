"""Models that rewrite the texts of new tasks."""
