"""What the recipes of several domains share."""
