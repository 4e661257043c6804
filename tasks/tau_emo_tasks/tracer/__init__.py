"""Tracer: the pipeline that makes verified tasks.

A seeded walk over the tools of a domain, carried out on a copy of the base, gives a trace
(`sample`). The trace becomes a person with wishes, in words and as a script (`refine`), who gets
a feeling and one of the 594 conditions (`mix`). What passes every check is a task (`verify`).
"""
