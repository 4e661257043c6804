"""What an agent can do wrong in one domain only, and which rules go together there."""
