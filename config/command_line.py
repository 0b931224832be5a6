"""The command line `stadium …` of Stadium, installed as a wheel or a single file."""

import os
import sys

OPENED = ["serve", "--host", "0.0.0.0", "--open"]  # noqa: S104 - phones in the hall  # nosec B104
"""The arguments used when Stadium is started by a double-click."""


def run_command_line(arguments: list[str]) -> None:
    """Run a command. Without arguments, serve the user's events and open them in the browser.

    `demo` uses a separate database.
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    arguments = arguments or OPENED
    if arguments[0] == "demo":
        from config.bootstrap import use_demo_database
        from config.env import data_folder

        use_demo_database(data_folder(), arguments)
    execute_django_command(["stadium", *arguments])


def execute_django_command(words: list[str]) -> None:
    """Run Django's command line. For an invalid setting, print only the message and exit.

    With --traceback, the exception is raised instead.
    """
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line
    from environs import EnvError

    try:
        execute_from_command_line(words)
    except (ImproperlyConfigured, EnvError) as invalid:
        if "--traceback" in words:
            raise
        sys.exit(str(invalid))
