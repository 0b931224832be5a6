"""A server for tests that responds like TCGdex: sets, one set, one card, in each language."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

BRIEF = ("localId", "name", "id")


def a_card(number: str, name: str, **facts: Any) -> dict[str, Any]:
    """Return a card as the server sends it."""
    return {
        "id": f"me06-{number}",
        "localId": number,
        "name": name,
        "category": "Pokemon",
        "set": {"id": "me06", "name": "Newest Set"},
        "stage": "Basic",
        "hp": 70,
        "types": ["Grass"],
        "regulationMark": "J",
        "attacks": [{"cost": ["Colorless"], "name": "Tackle", "damage": 20}],
        "weaknesses": [{"type": "Fire", "value": "×2"}],
        "retreat": 1,
        **facts,
    }


@dataclass
class Tcgdex:
    """The responses: `sets` by id with their `cards`, names by language; `answers` override a path."""

    port: int = 0
    sets: dict[str, dict[str, Any]] = field(default_factory=dict)
    names: dict[str, dict[str, str]] = field(default_factory=dict)
    answers: dict[str, tuple[int, dict[str, str], bytes]] = field(default_factory=dict)
    paths: list[str] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def add(self, tcgdex_set: str, *cards: dict[str, Any], **facts: Any) -> None:
        usual = {"id": tcgdex_set, "name": "Newest Set", "releaseDate": "2026-11-13"}
        usual |= {"serie": {"id": "me", "name": "Mega Evolution"}, "abbreviation": {"official": "NST"}}
        self.sets[tcgdex_set] = {**usual, "all": list(cards), **facts}

    def answer(self, path: str) -> tuple[int, dict[str, str], bytes]:
        self.paths.append(path)
        if path in self.answers:
            return self.answers[path]
        found = self._found(path.strip("/").split("/"))
        return (404, {}, b"{}") if found is None else (200, {}, json.dumps(found).encode())

    def _found(self, parts: list[str]) -> Any:
        match parts:
            case ["v2", "en", "sets"]:
                return [
                    {"id": one["id"], "name": one["name"], "cardCount": {"total": len(one["all"])}}
                    for one in self.sets.values()
                ]
            case ["v2", language, "sets", tcgdex_set] if tcgdex_set in self.sets:
                return self._set(language, self.sets[tcgdex_set])
            case ["v2", "en", "cards", card]:
                cards = (one for row in self.sets.values() for one in row["all"])
                return next((one for one in cards if one["id"] == card), None)
        return None

    def _set(self, language: str, row: dict[str, Any]) -> Any:
        called = self.names.get(language, {})
        if language != "en" and not called:
            return None
        cards = [{**{name: one[name] for name in BRIEF}} for one in row["all"]]
        for one in cards:
            one["name"] = called.get(one["localId"], one["name"])
        return {**{name: value for name, value in row.items() if name != "all"}, "cards": cards}


@contextmanager
def serving() -> Iterator[Tcgdex]:
    """Run a server for the duration of the block."""
    tcgdex = Tcgdex()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, headers, body = tcgdex.answer(self.path)
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_words: object) -> None:
            """Suppress the log of requests."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    tcgdex.port = server.server_port
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield tcgdex
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
