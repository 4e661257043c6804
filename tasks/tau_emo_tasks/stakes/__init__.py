"""Which policy rules are at stake in which tasks.

A rule is at stake in a task if an agent that does everything right but for one wrong deed
breaks this rule, and nothing that does not follow from it, and the rule's program says so.
"""
