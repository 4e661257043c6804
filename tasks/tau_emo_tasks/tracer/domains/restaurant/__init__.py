"""Tasks of the restaurant."""
