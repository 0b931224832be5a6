"""`stadium` and `python -m stadium`."""

import sys
from pathlib import Path


def main() -> None:
    """Find the rooms beside this file, then do what the command line says."""
    sys.path.insert(0, str(Path(__file__).resolve().parent))
    from config.command_line import run_command_line

    run_command_line(sys.argv[1:])


if __name__ == "__main__":
    main()
