"""Trajectories in the forms that trainers read."""
