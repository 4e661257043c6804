"""The figures of a report, a file for each kind."""
