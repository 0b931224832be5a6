"""Snapshots: all rows of one thing, such as an event, as one file. `file` reads and writes it, `keys` finds keys inside
plain values, `parts` describes the models of a room.
"""
