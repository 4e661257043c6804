"""The bank: its clients, what they want, and the words they say it in."""
