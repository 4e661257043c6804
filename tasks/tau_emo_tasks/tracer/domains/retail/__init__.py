"""Retail: the customers of the online shop."""
