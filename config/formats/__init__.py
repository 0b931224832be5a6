"""Formats of dates and times in each language. Django looks up each date pattern of a page in them.

Pages use patterns in English order ("l j F Y, H:i"). A language with words between day, month and year
changes them in its `formats` module (`patterns`). Number formats and input formats are Django's.
"""
