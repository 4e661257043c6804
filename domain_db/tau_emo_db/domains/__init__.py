"""One folder per domain: tables, generator and the digest of its base."""
