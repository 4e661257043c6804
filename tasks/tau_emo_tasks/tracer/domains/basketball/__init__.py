"""The recipes, words and graph of the basketball association."""
