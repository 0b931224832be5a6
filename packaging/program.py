"""The start of the one-file program."""

import os
import sys
from multiprocessing import freeze_support

LOADER = "LD_LIBRARY_PATH"


def main() -> None:
    """Do what the command line says; a double-click says nothing."""
    freeze_support()
    _own_libraries_stay_here()
    from config.command_line import run_command_line

    run_command_line(sys.argv[1:])


def _own_libraries_stay_here() -> None:
    """The browser that is opened must find the libraries of the system, not those inside this file."""
    before = os.environ.pop(f"{LOADER}_ORIG", None)
    if before is None:
        os.environ.pop(LOADER, None)
    else:
        os.environ[LOADER] = before


if __name__ == "__main__":
    main()
