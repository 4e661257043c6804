"""Why episodes failed: whose fault it was, of which kind, and where it went wrong first."""
