"""State: tables, seeded base data, isolated episode copies, and what changed in them."""
