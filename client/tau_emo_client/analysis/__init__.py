"""What runs say about agents and customers, beyond how often tasks are passed.

Each analysis takes episodes and gives a frozen result with `as_json()`. Intervals resample tasks,
never episodes.
"""
