"""Texts for pods of unequal size, which need a reason (R-091, S12)."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from core import sentences


def pod_sizes_text(sizes: Iterable[object]) -> str:
    """Return the sizes of pods as text, such as "6 + 5"."""
    return " + ".join(map(str, sizes))


def uneven_pods_reason(players: int) -> str:
    """Return the reason for unequal pods that is stored if staff choose a ready plan."""
    return ngettext("%(players)d player", "%(players)d players", players) % {"players": players}


def uneven_pods_text(sizes: Sequence[int]) -> str:
    """Return a ready plan with its reason, such as "Pods of 6 + 5 (reason: 11 players)"."""
    facts = {"sizes": pod_sizes_text(sizes), "reason": uneven_pods_reason(sum(sizes))}
    return gettext("Pods of %(sizes)s (reason: %(reason)s)") % facts


def _sizes_fact(facts: sentences.Facts) -> sentences.Facts:
    """Return the sizes of pods as text, for the journal line of unequal pods."""
    sizes = facts.get("sizes")
    return {"sizes_text": pod_sizes_text(sizes) if isinstance(sizes, list | tuple) else ""}


sentences.register_sentences(
    {"PodsUneven": _("Draft pods of unequal size: %(sizes_text)s. Reason: %(reason)s")}, facts=_sizes_fact
)
