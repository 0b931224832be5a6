"""Snapshots: all rows of one home, such as an event, in one file.

`file` reads and writes the file, `keys` finds keys inside plain values, and `parts` describes the models of an app.
"""
