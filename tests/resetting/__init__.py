"""A Django app of the test settings alone: it replaces the command `flush`, see `management/commands/flush.py`."""
