"""Agents and the doors through which they enter."""
