"""A local web page that shows the conversations of runs."""
