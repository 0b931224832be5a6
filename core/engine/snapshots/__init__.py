"""Snapshots: a whole event as one file. `file` is the file itself, `keys` finds the keys inside plain values, `parts`
is what a room says of its models.
"""
