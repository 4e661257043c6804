"""Customers: scripted, simulated by a model, or human."""
