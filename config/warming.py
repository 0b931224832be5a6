"""What a server loads before its first answer, so that nobody waits for it."""

import logging

from django.db import DatabaseError, connection

from decks.queries import catalogue


def warm() -> None:
    """The card catalogue. A database that is not there yet keeps no server from starting."""
    try:
        catalogue.current()
    except DatabaseError:
        logging.getLogger(__name__).warning("The card catalogue could not be loaded yet.")
    finally:
        connection.close()
