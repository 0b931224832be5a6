"""How much the simulated events of the tests are worth: more with STADIUM_SIMULATIONS=200."""

import os

EXAMPLES = int(os.environ.get("STADIUM_SIMULATIONS", "12"))
"""Events drawn by each property; a handful on every run, hundreds when something changed in the draw."""
