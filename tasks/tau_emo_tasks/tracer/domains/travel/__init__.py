"""The travel agency."""
