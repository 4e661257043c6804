"""What other benchmarks take to grade one episode; measured before, not in this run.

Milliseconds on two shared cores of the same kind with Python 3.11.7.
"""

GRADING = {
    "airline": (("τ²-bench, CPU", 728.0), ("τ-emotion-bench, hash of the state", 237.0)),
    "retail": (("τ²-bench, CPU", 301.0), ("τ-emotion-bench, hash of the state", 107.0)),
}
"""For each domain the peers and what they take."""
