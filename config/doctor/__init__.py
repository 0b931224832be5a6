"""Is this installation well? Asked by `manage.py doctor`, by a page for administrators, and by the health addresses."""
