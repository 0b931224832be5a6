"""What breaks in a hall, tried on purpose: `.venv/bin/python -m tests.faults`; docs/faults.md says what held."""
