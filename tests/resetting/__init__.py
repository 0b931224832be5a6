"""A Django app only for the test settings: it replaces the command `flush`, see `management/commands/flush.py`."""
