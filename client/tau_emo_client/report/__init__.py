"""The report on runs: tables, figures, and one HTML file."""
