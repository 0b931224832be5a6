"""Seals and restores treat lines of every kind as they did when facts were identified only by name."""

import hashlib
import json
from pathlib import Path

import pytest
from django.urls import get_resolver

from core.engine.journal.facts import sealed_part
from core.engine.journal.kinds import KINDS, fact_types_of_line
from core.engine.snapshots.keys import row_keys_inside

LINES = json.loads(Path(__file__).with_suffix("").with_name("journal_lines.json").read_text())
"""Kind, facts, the beginning of the digest of what a seal covers, and the keys that a restore maps."""

canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode


@pytest.fixture(autouse=True)
def all_rooms():
    assert get_resolver().url_patterns


@pytest.mark.parametrize(("kind", "facts", "digest", "keys"), LINES, ids=[line[0] for line in LINES])
def test_seals_and_restores_read_a_line_as_before(kind, facts, digest, keys):
    of = fact_types_of_line(kind, facts)
    sealed = canonical(sealed_part(facts, of))
    assert hashlib.sha256(sealed.encode()).hexdigest()[:16] == digest, sealed
    assert sorted(f"{model} {key}" for model, key in row_keys_inside(facts, of.keys)) == sorted(keys)


def test_no_kind_of_then_is_gone():
    assert {line[0] for line in LINES} <= KINDS.keys()
