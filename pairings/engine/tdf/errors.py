"""Errors in a TOM file."""

from collections.abc import Mapping

from .faults import TdfFault


class TdfError(ValueError):
    """Error in a file that cannot be read; `facts` always contains the `line` and the `element`."""

    def __init__(self, code: TdfFault, *, line: int, element: str, **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.facts: Mapping[str, object] = {"line": line, "element": element, **facts}

    def __str__(self) -> str:
        return " ".join([self.code, *(f"{name}={value!r}" for name, value in self.facts.items())])
