"""What holds for all tests."""

# Hypothesis' plugin imports it in the summary otherwise. On CPython 3.11 an import that late
# can fail with a SystemError: compiling it may run the collector over what the tests dropped.
import hypothesis  # noqa: F401
