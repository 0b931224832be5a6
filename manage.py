#!/usr/bin/env python3
"""Stadium's command line.

On a fresh machine these need nothing but Python 3.11:
    python3 manage.py serve   your own events, on this machine
    python3 manage.py demo    an event in mid-tournament, on this machine
    python3 manage.py test    the tests
The first of them makes a virtual environment in .venv.
"""

import os
import sys

from config import bootstrap


def main() -> None:
    bootstrap.ensure_installed(sys.argv[1:])
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from config.command_line import execute_django_command

    execute_django_command(sys.argv)


if __name__ == "__main__":
    main()
