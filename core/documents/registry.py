"""Printed documents, each declared once, next to its code.

Menus, packs, addresses and permissions follow from the declaration.

A declaration may be in any module of an app's `documents` package:

    @document("slips", title=_("Match slips"), help=_("Four to a page."), of="round", once=True, pack=("round",))
    def slips(order, event):
        return MatchSlips(...)

A declaration and the code that prints it must agree on `of`, `pack`, `power` and the arguments of `make`.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from math import ceil
from pkgutil import walk_packages
from typing import Any, TypeVar

from django.apps import apps

from core.documents.sheet import Sheet, Text

Make = Callable[..., Sheet | Iterable[Sheet]]
M = TypeVar("M", bound=Make)


@dataclass(frozen=True, slots=True)
class Amount:
    """The amount of a document to print, in words, and whether there is anything to print yet.

    `pages` is the estimated number of pages, 0 if unknown. `in_pack`: whether packs include the document now.
    `why_not` is the reason why menus do not offer a document that could be printed, or "".
    """

    text: str
    ready: bool
    pages: int = 0
    in_pack: bool = True
    why_not: str = ""


@dataclass(frozen=True)
class Document:
    """A printed document.

    `name` is part of its address, its file name and stored prints; `title` and `help` are shown in menus. `of` is
    the kind of thing that one file covers, such as a round. `power` is the permission needed to print it, "" for
    none. `place` is the sort key in menus and in files of several documents. `menu`: whether its menu lists it.
    `amount` computes an Amount from the figures of a menu, or returns None to omit the document from the menu.
    `pack` lists the packs that include it. `once`: a second copy would do harm. `large`: it is also offered on
    paper of twice the size. `quick`: it is made immediately, for any number of people. `look` is its picture in a
    menu. `pages` is the number of pages if it is always the same, or computes it from the figures of a menu with at
    most one query; 0 stands for the pages of `amount`.
    """

    name: str
    title: Text
    help: Text
    make: Make
    of: str
    power: str
    place: int
    menu: bool
    amount: Callable[[Any], Amount | None] | None
    pack: Collection[str]
    once: bool
    large: bool
    quick: bool
    look: str
    pages: int | Callable[[Any], int]

    def sheets(self, *context: Any) -> list[Sheet]:
        """Make the sheets. `context` holds the arguments that every document with the same `of` takes."""
        sheets = self.make(*context)
        return [sheets] if isinstance(sheets, Sheet) else list(sheets)

    def count_pages(self, figures: Any) -> int:
        """Return the estimated number of pages for the figures of a menu, or 0 if it is unknown."""
        if self.pages:
            return self.pages if isinstance(self.pages, int) else self.pages(figures)
        amount = self.amount(figures) if self.amount else None
        return amount.pages if amount else 0


_declared: dict[str, Document] = {}
_rows_on_page: dict[str, int] = {}


def declare_document(
    name: str,
    *,
    title: Text,
    of: str,
    help: Text = "",  # noqa: A002
    power: str = "run",
    place: int = 1_000,
    menu: bool = True,
    amount: Callable[[Any], Amount | None] | None = None,
    pack: Collection[str] = (),
    once: bool = False,
    large: bool = False,
    quick: bool = False,
    look: str = "list",
    pages: int | Callable[[Any], int] = 0,
) -> Callable[[M], M]:
    """Declare the document that the decorated function makes, with the attributes of `Document`.

    Raises ValueError if another function has already declared this name.
    """

    def declare(make: M) -> M:
        namesake = _declared.get(name)
        if namesake is not None and namesake.make is not make:
            raise ValueError(f"Two documents are called {name!r}")
        _declared[name] = Document(
            name, title, help, make, of, power, place, menu, amount, pack, once, large, quick, look, pages
        )
        return make

    return declare


def declare_rows_on_page(name: str, rows: int) -> None:
    """Declare how many rows fit on a page of a file that has a page of its own and is no declared document."""
    _rows_on_page[name] = rows


def count_pages_of_rows(name: str, rows: int) -> int:
    """Return the estimated number of pages of a file with so many rows. Raises KeyError if `name` is not declared."""
    declared_documents()
    return max(1, ceil(rows / _rows_on_page[name]))


@cache
def declared_documents() -> tuple[Document, ...]:
    """Return the documents that the apps declare, sorted by place, then name.

    Imports the modules that declare them.
    """
    for app in apps.get_app_configs():
        try:
            package = import_module(f"{app.name}.documents")
        except ModuleNotFoundError as error:
            if error.name != f"{app.name}.documents":
                raise
            continue
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            # Modules without a declaration are not imported: they import libraries that would slow down every start.
            spec = find_spec(module.name)
            get_source = getattr(spec.loader, "get_source", None) if spec else None
            source = get_source(module.name) if get_source else None
            if source is None or any(
                call in source for call in ("@declare_document(", "declare_rows_on_page(")
            ):
                import_module(module.name)
    return tuple(sorted(_declared.values(), key=lambda item: (item.place, item.name)))


def find_document(name: str) -> Document:
    """Return the document with this name. Raises KeyError if there is no such document."""
    declared_documents()
    return _declared[name]


def documents_in_pack(pack: str) -> tuple[str, ...]:
    """Return the names of the documents in a pack."""
    return tuple(item.name for item in declared_documents() if pack in item.pack)
