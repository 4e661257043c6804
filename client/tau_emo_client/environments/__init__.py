"""The same episodes inside other frameworks: Inspect AI and Gymnasium."""
