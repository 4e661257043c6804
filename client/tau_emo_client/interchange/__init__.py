"""Runs of other benchmarks brought here, and runs of ours taken elsewhere."""
