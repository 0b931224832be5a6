"""Removal of a person's name from journal lines, in the only way that the database triggers allow.

Seals stay valid.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from django.db.models import Q

from core.engine.code_labels import Facts
from core.engine.journal.facts import ShapeFactType, sealed_part
from core.engine.journal.kinds import fact_types_of_line
from core.engine.journal.redaction import ForgottenPerson, redact_line, redact_line_about_other_person
from core.models import JournalEvent, JournalRedaction
from core.models.journal import Home
from core.services.locks import require_transaction


@dataclass(frozen=True, slots=True)
class SubjectKeys:
    """The keys, by model, by which journal lines refer to a person and to other people.

    If `others` is None for a model, all other keys refer to other people.
    """

    own: Mapping[str, Collection[int]]
    others: Mapping[str, Collection[int] | None]


def redact_journal(
    home: Home | None,
    who: ForgottenPerson,
    subjects: SubjectKeys,
    *,
    by: Any,
    at: datetime,
    lines: Q | None = None,
) -> int:
    """Remove a person from the journal of a home, or of the installation if `home` is None.

    Return the number of changed lines. `lines` restricts the lines that are read. Raises RuntimeError outside a
    transaction, and if a sealed fact would change.
    """
    return write_redaction(home, list(_redacted_lines(home, who, subjects, lines or Q())), by=by, at=at)


def write_redaction(home: Home | None, changed: Sequence[tuple[int, Facts]], *, by: Any, at: datetime) -> int:
    """Replace the facts of lines, given by key, and return their number.

    The caller ensures that no sealed fact changes. Raises RuntimeError outside a transaction.
    """
    require_transaction()
    if not changed:
        return 0
    redaction = JournalRedaction.objects.create(
        tournament=cast(Any, home), at=at, by=by, by_name=str(by) if by else ""
    )
    for key, facts in changed:
        JournalEvent.objects.filter(pk=key).update(facts=facts)
    redaction.done, redaction.lines = True, len(changed)
    redaction.save(update_fields=["done", "lines"])
    return len(changed)


def count_redactions(home: Home | None, who: ForgottenPerson, subjects: SubjectKeys) -> int:
    """Return how many lines `redact_journal` would change."""
    return sum(1 for _line in _redacted_lines(home, who, subjects, Q()))


def _redacted_lines(
    home: Home | None, who: ForgottenPerson, subjects: SubjectKeys, lines: Q
) -> Iterator[tuple[int, Facts]]:
    """Yield the key and new facts of each line that changes."""
    rows = (
        JournalEvent.objects.filter(lines, tournament=None if home is None else home.pk)
        .order_by("pk")
        .values_list("pk", "kind", "facts")
    )
    for key, kind, facts in rows.iterator(2000):
        shape = fact_types_of_line(kind, facts)
        is_about = _is_about_person(facts, shape, subjects)
        if is_about is False:
            redacted = redact_line_about_other_person(facts, who, fact_type=shape)
        else:
            redacted = redact_line(facts, who, fact_type=shape, own=bool(is_about))
        if redacted != facts:
            require_sealed_part_unchanged(key, kind, facts, redacted)
            yield key, redacted


def require_sealed_part_unchanged(
    key: int, kind: str, facts: Mapping[str, Any], redacted_facts: Mapping[str, Any]
) -> None:
    """Raise RuntimeError if a line with `redacted_facts` would lose something that its seal covers."""
    shape = fact_types_of_line(kind, facts)
    if sealed_part(redacted_facts, shape) != sealed_part(facts, shape):
        raise RuntimeError(f"Line {key} has a sealed fact that names somebody.")


def _is_about_person(facts: Mapping[str, Any], shape: ShapeFactType, subjects: SubjectKeys) -> bool | None:
    """Return whether a line is about this person.

    Return False if it is only about other people, or None if that is unknown or the line is about a removed row.
    """
    keys = [
        (shape.named(name).model, value)
        for name, value in facts.items()
        if shape.named(name).subject and isinstance(value, int)
    ]
    if not keys:
        for name, value in facts.items():
            if isinstance(value, Mapping) and isinstance(inner_shape := shape.named(name), ShapeFactType):
                return _is_about_person(value, inner_shape, subjects)
    if any(key in subjects.own.get(model, ()) for model, key in keys):
        return True
    for model, key in keys:
        other_keys = subjects.others.get(model, ())
        if other_keys is None or key in other_keys:
            return False
    return None
