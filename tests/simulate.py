"""How many events the tests simulate: more with STADIUM_SIMULATIONS=200."""

import os

EXAMPLES = int(os.environ.get("STADIUM_SIMULATIONS", "12"))
"""Number of events per property: a handful on every run, hundreds after a change to the pairing."""
