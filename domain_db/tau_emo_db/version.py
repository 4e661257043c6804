"""The benchmark version: one number for tasks, bases, policies, prompts and personas."""

BENCHMARK_VERSION = "0.1"
"""Raised by every change that can change a score."""
