"""Airline: the customers of the airline."""
