"""Checks of the installation, for `manage.py doctor`, a page for administrators, and the health addresses."""
