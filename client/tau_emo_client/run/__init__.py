"""Runs: what is run, where its results are kept, and how it goes on after a break."""
