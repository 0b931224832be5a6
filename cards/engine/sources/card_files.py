"""Open files of card data, with limits on their unpacked size."""

import gzip
import io
import zipfile
import zlib
from pathlib import Path

from cards.engine.cards import Expansion
from cards.engine.refusals import CardRefusal
from cards.engine.sources import own_csv, tcg_data, tcgdex
from cards.engine.sources.gathered import GatheredCards, Step
from core.engine.refused import Refused

MEGABYTE = 1024 * 1024
MAX_GIVEN = 64 * MEGABYTE
"""The largest accepted file, in bytes before unpacking."""
MAX_UNPACKED = 256 * MEGABYTE
MAX_OF_MEMBER = 32 * MEGABYTE
MAX_FILES = 5_000
MAX_PACKED = 1032
"""The maximum expansion of gzip: unpacked bytes per packed byte."""
SOURCES = (".zip", ".json", ".json.gz", ".jsonl", ".jsonl.gz", ".csv", ".csv.gz")
_PACKED = b"\x1f\x8b"
Member = tuple[str, bytes]


def read_card_file(name: str, data: bytes, gathered: GatheredCards, step: Step | None = None) -> None:
    """Read a file into `gathered`: TCGdex cards, a zip of pokemon-tcg-data, names, or the project's CSV.

    All but the zip may be gzipped. `step` reports progress.
    Refused: ARCHIVE_TOO_BIG (most), CARDS_UNREADABLE (file), CARDS_UNKNOWN (file), and whatever
    `own_csv.read_own_csv_cards` refuses.
    """
    if len(data) > MAX_GIVEN:
        raise Refused(CardRefusal.ARCHIVE_TOO_BIG, most=f"{MAX_GIVEN // MEGABYTE} MB")
    if data[:4] in (b"PK\x03\x04", b"PK\x05\x06"):
        _read_tcg_data_members(name, _zip_members(name, data), gathered, step)
        return
    if data[:2] == _PACKED:
        data = unpack_gzip(data, name)
    if data.lstrip()[:1] in (b"{", b"["):
        if tcgdex.starts_with_tcgdex_card(data):
            tcgdex.read_tcgdex_cards(data, gathered, step)
        else:
            tcgdex.count_tcgdex_names(data, gathered)
    elif b"," in data[:4096] and b"\x00" not in data[:4096]:
        own_csv.read_own_csv_cards(data, gathered)
    else:
        raise Refused(CardRefusal.CARDS_UNKNOWN, file=name)


def read_card_path(path: Path, gathered: GatheredCards, step: Step | None = None) -> None:
    """Read a path into `gathered`.

    The path is a file that `read_card_file` reads, a folder of such files, or a folder in the layout of
    pokemon-tcg-data.
    Refused: see `read_card_file`.
    """
    if not path.is_dir():
        if path.stat().st_size > MAX_GIVEN:
            raise Refused(CardRefusal.ARCHIVE_TOO_BIG, most=f"{MAX_GIVEN // MEGABYTE} MB")
        read_card_file(path.name, path.read_bytes(), gathered, step)
        return
    files = [(str(file.relative_to(path)), file) for file in sorted(path.rglob("*.json"))]
    members = [(name, file.read_bytes()) for name, file in files if _is_tcg_data(name)]
    if members:
        _read_tcg_data_members(path.name, members, gathered, step)
        return
    sources = [file for file in sorted(path.iterdir()) if file.is_file() and file.name.endswith(SOURCES)]
    if not sources:
        raise Refused(CardRefusal.CARDS_UNKNOWN, file=path.name)
    for file in sources:
        read_card_path(file, gathered, step)


def unpack_gzip(data: bytes, name: str) -> bytes:
    """Return the content of a gzip file, at most MAX_UNPACKED bytes.

    Refused: ARCHIVE_TOO_BIG (most), CARDS_UNREADABLE (file).
    """
    # The last four bytes state the unpacked size. In a truncated file they may state more than the file can contain.
    stated_size = int.from_bytes(data[-4:], "little")
    if stated_size <= len(data) * MAX_PACKED:
        _require_allowed_unpacked_size(stated_size)
    try:
        with gzip.open(io.BytesIO(data)) as packed:
            content = packed.read(MAX_UNPACKED + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise Refused(CardRefusal.CARDS_UNREADABLE, file=name) from error
    _require_allowed_unpacked_size(len(content))
    return content


def _require_allowed_unpacked_size(unpacked: int) -> None:
    """Require that unpacked data has at most MAX_UNPACKED bytes. Refused: ARCHIVE_TOO_BIG (most)."""
    if unpacked > MAX_UNPACKED:
        raise Refused(CardRefusal.ARCHIVE_TOO_BIG, most=f"{MAX_UNPACKED // MEGABYTE} MB")


def _zip_members(name: str, data: bytes) -> list[Member]:
    """Return the files of pokemon-tcg-data in a zip.

    Refused: ARCHIVE_TOO_BIG (most), CARDS_UNREADABLE (file).
    """
    members = []
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if len(archive.infolist()) > MAX_FILES:
                raise Refused(CardRefusal.ARCHIVE_TOO_BIG, most=MAX_FILES)
            infos = [info for info in archive.infolist() if _is_tcg_data(info.filename)]
            _require_allowed_unpacked_size(sum(info.file_size for info in infos))
            # The archive may state sizes that are too small, so the unpacked sizes are checked as well.
            bytes_left = MAX_UNPACKED
            for info in infos:
                with archive.open(info) as stream:
                    content = stream.read(min(bytes_left, MAX_OF_MEMBER) + 1)
                bytes_left -= len(content)
                if bytes_left < 0 or len(content) > MAX_OF_MEMBER:
                    raise Refused(CardRefusal.ARCHIVE_TOO_BIG, most=f"{MAX_UNPACKED // MEGABYTE} MB")
                members.append((info.filename, content))
    except (zipfile.BadZipFile, OSError, EOFError, zlib.error, NotImplementedError, RuntimeError) as error:
        raise Refused(CardRefusal.CARDS_UNREADABLE, file=name) from error
    return members


def _read_tcg_data_members(
    name: str, members: list[Member], gathered: GatheredCards, step: Step | None
) -> None:
    """Read the sets and cards of pokemon-tcg-data into `gathered`. Refused: CARDS_UNKNOWN (file)."""
    sets = next((data for path, data in members if tcg_data.SETS.search(path)), None)
    expansions = tcg_data.read_tcg_data_sets(sets, gathered) if sets is not None else {}
    cards = [(match["set"], data) for path, data in members if (match := tcg_data.CARDS.search(path))]
    if not cards:
        raise Refused(CardRefusal.CARDS_UNKNOWN, file=name)
    for read_count, (code, data) in enumerate(cards, start=1):
        tcg_data.read_tcg_data_cards(data, expansions.get(code) or Expansion(code, code), gathered)
        if step:
            step(read_count, len(cards))


def _is_tcg_data(name: str) -> bool:
    return bool(tcg_data.CARDS.search(name) or tcg_data.SETS.search(name))
