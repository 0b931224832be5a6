"""The table as a judge sees it: its panel, taps, and the questions when time is called."""
