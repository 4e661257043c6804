"""The recipes and words of the movie domain."""
