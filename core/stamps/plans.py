"""Plans of the scopes that a transaction will raise, recorded on its database connection until it is committed."""

import logging
from collections.abc import Sequence
from typing import Protocol

from django.db import DEFAULT_DB_ALIAS, connections


class PlanStore(Protocol):
    """A store of plans, such as `core.stamps.Stamps`."""

    def plan(self, scopes: Sequence[str]) -> str: ...
    def drop(self, plan: str) -> None: ...


def record_stamp_plan(store: PlanStore, scopes: Sequence[str], current: set[str]) -> str:
    """Record the scopes that the transaction will raise, in addition to its `current` plans. Return the new plan.

    Plans of a transaction that was rolled back are dropped. Errors are only logged, since saving matters more than
    refreshing pages; the plan is then "".
    """
    plans, plan = stamp_plans_on_connection(), ""
    try:
        for rolled_back in {*plans} - current:
            plans.remove(rolled_back)
            store.drop(rolled_back)
        plan = store.plan(scopes)
    except Exception:
        logging.getLogger(__name__).exception("Scopes could not be planned before a commit")
    plans.append(plan)
    return plan


def stamp_plans_on_connection() -> list[str]:
    """Return the plans recorded on this connection, by the current transaction or one that was rolled back."""
    # `connection` is a proxy that all threads share, so an attribute set on it would be shared too.
    thread_connection = connections[DEFAULT_DB_ALIAS]
    plans: list[str] = thread_connection.__dict__.setdefault("stamp_plans", [])
    return plans
