"""Failures that occur in a hall, caused on purpose: `.venv/bin/python -m tests.faults`; docs/faults.md has the
results.
"""
