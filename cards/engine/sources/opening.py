"""Open files of card data, with a bound on their unpacked size."""

import gzip
import io
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from cards.engine.cards import Expansion
from cards.engine.refusals import CardRefusal
from cards.engine.sources import own_csv, tcg_data, tcgdex
from cards.engine.sources.rows import Gathered, Step
from core.engine.refused import Refused

MEGABYTE = 1024 * 1024
MOST_GIVEN = 64 * MEGABYTE
"""Largest file accepted, as packed."""
MOST_UNPACKED = 256 * MEGABYTE
MOST_OF_ONE = 32 * MEGABYTE
MOST_FILES = 5_000
MOST_PACKED = 1032
"""Most bytes one byte of a packed file can expand to."""
SOURCES = (".zip", ".json", ".json.gz", ".jsonl", ".jsonl.gz", ".csv", ".csv.gz")
_PACKED = b"\x1f\x8b"
Member = tuple[str, bytes]


def read(name: str, data: bytes, gathered: Gathered, step: Step | None = None) -> None:
    """Read one file of any supported kind.

    Cards of TCGdex, a zip of pokemon-tcg-data, the names file or the project's CSV, packed or not.

    Refused: ARCHIVE_TOO_BIG (most), CARDS_UNREADABLE (file), CARDS_UNKNOWN (file), CARDS_COLUMNS (missing).
    """
    if len(data) > MOST_GIVEN:
        raise Refused(CardRefusal.ARCHIVE_TOO_BIG, most=f"{MOST_GIVEN // MEGABYTE} MB")
    if data[:4] in (b"PK\x03\x04", b"PK\x05\x06"):
        _read_members(name, _members(name, data), gathered, step)
        return
    if data[:2] == _PACKED:
        data = unpack(data, name)
    if data.lstrip()[:1] in (b"{", b"["):
        if tcgdex.is_cards(data):
            tcgdex.read_cards(data, gathered, step)
        else:
            tcgdex.read_names(data, gathered)
    elif b"," in data[:4096] and b"\x00" not in data[:4096]:
        own_csv.read_csv(data, gathered)
    else:
        raise Refused(CardRefusal.CARDS_UNKNOWN, file=name)


def read_path(path: Path, gathered: Gathered, step: Step | None = None) -> None:
    """Read a file, a folder in the layout of pokemon-tcg-data, or a folder of such files.

    Refused: as `read`.
    """
    if not path.is_dir():
        if path.stat().st_size > MOST_GIVEN:
            raise Refused(CardRefusal.ARCHIVE_TOO_BIG, most=f"{MOST_GIVEN // MEGABYTE} MB")
        read(path.name, path.read_bytes(), gathered, step)
        return
    files = [(str(file.relative_to(path)), file) for file in sorted(path.rglob("*.json"))]
    laid_out = [(name, file.read_bytes()) for name, file in files if _is_part(name)]
    if laid_out:
        _read_members(path.name, laid_out, gathered, step)
        return
    sources = [file for file in sorted(path.iterdir()) if file.is_file() and file.name.endswith(SOURCES)]
    if not sources:
        raise Refused(CardRefusal.CARDS_UNKNOWN, file=path.name)
    for file in sources:
        read_path(file, gathered, step)


def unpack(data: bytes, name: str) -> bytes:
    """The content of a gzip file, at most MOST_UNPACKED bytes.

    Its last four bytes state its size; in a truncated file that may exceed what it can contain. Refused:
    ARCHIVE_TOO_BIG (most), CARDS_UNREADABLE (file).
    """
    stated_size = int.from_bytes(data[-4:], "little")
    if stated_size <= len(data) * MOST_PACKED:
        _require_size(stated_size)
    try:
        with gzip.open(io.BytesIO(data)) as packed:
            content = packed.read(MOST_UNPACKED + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise Refused(CardRefusal.CARDS_UNREADABLE, file=name) from error
    _require_size(len(content))
    return content


def _require_size(unpacked: int) -> None:
    if unpacked > MOST_UNPACKED:
        raise Refused(CardRefusal.ARCHIVE_TOO_BIG, most=f"{MOST_UNPACKED // MEGABYTE} MB")


def _members(name: str, data: bytes) -> list[Member]:
    """The relevant parts of a zip. Its stated sizes are checked against the unpacked ones."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
            if len(parts) > MOST_FILES:
                raise Refused(CardRefusal.ARCHIVE_TOO_BIG, most=MOST_FILES)
            _require_size(sum(part.file_size for part in parts if _is_part(part.filename)))
            return list(_unpacked(archive))
    except (zipfile.BadZipFile, OSError, EOFError, zlib.error, NotImplementedError, RuntimeError) as error:
        raise Refused(CardRefusal.CARDS_UNREADABLE, file=name) from error


def _unpacked(archive: zipfile.ZipFile) -> Iterator[Member]:
    left = MOST_UNPACKED
    for info in archive.infolist():
        if not _is_part(info.filename):
            continue
        with archive.open(info) as stream:
            content = stream.read(min(left, MOST_OF_ONE) + 1)
        left -= len(content)
        if left < 0 or len(content) > MOST_OF_ONE:
            raise Refused(CardRefusal.ARCHIVE_TOO_BIG, most=f"{MOST_UNPACKED // MEGABYTE} MB")
        yield info.filename, content


def _read_members(name: str, members: list[Member], gathered: Gathered, step: Step | None) -> None:
    sets = next((data for part, data in members if tcg_data.SETS.search(part)), None)
    expansions = tcg_data.read_sets(sets, gathered) if sets is not None else {}
    cards = [(match["set"], data) for part, data in members if (match := tcg_data.CARDS.search(part))]
    if not cards:
        raise Refused(CardRefusal.CARDS_UNKNOWN, file=name)
    for done, (code, data) in enumerate(cards, start=1):
        tcg_data.read_cards(data, expansions.get(code) or Expansion(code, code), gathered)
        if step:
            step(done, len(cards))


def _is_part(name: str) -> bool:
    return bool(tcg_data.CARDS.search(name) or tcg_data.SETS.search(name))
