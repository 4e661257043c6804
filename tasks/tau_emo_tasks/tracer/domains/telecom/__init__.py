"""The phone, internet, TV and security company."""
