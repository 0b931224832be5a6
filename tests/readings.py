"""Standings and pairings of an event as each kind of output shows them: page, paper, spreadsheet, CSV, JSON, API.

All outputs are converted to the same plain values: percentages in hundredths of a percent, records as numbers, results
as codes.
"""

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from html import unescape
from io import BytesIO, StringIO
from typing import Any

from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags
from django.utils.translation import override
from openpyxl import load_workbook

from pairings.documents import paper_words
from pairings.engine.display_rows import EntryPerson, MatchRow
from pairings.engine.outcomes import Outcome
from pairings.models import Round
from pairings.words import outcome_words
from tests.html import markup
from tests.papers import pages
from tournaments.models import Tournament

Line = dict[str, Any]

DECIMAL = {"en": r"\.", "es": ",", "fr": ",", "pt-br": ","}
PER_CENT = {"en": "%", "es": r"\s%", "fr": r"\s%", "pt-br": "%"}
RECORD = re.compile(r"(\d+)\D(\d+)\D(\d+)")
ROW = re.compile(r'<tr[^>]*data-name="[^"]*"[^>]*>(.*?)</tr>')
CELL = re.compile(r"<t[dh]\b[^>]*>(.*?)</t[dh]>")
TAG = re.compile(r"<[^>]*>")
NAMED = re.compile(r"<span>(?:<s>)?([^<]+)")
MOVEMENT = re.compile(r'<td class="change">.*?</td>')
NOBODY = EntryPerson(0, "", "", 0, "", "")
BYES = ("bye", "awarded_bye")
SCORES = {"left": "1-0", "right": "0-1", "tie": "tie", "double_loss": "both"}


def hundredths(share: float) -> int:
    """Convert a fraction of 1 to whole hundredths of a percent."""
    return int((Decimal(str(share)) * 10_000).quantize(Decimal(1), rounding=ROUND_HALF_UP))


def score(outcome: str, left: int | None, right: int | None) -> str:
    """Return a result as it is printed, with the games if they are known."""
    return SCORES[outcome] if left is None or right is None else f"{left}-{right}"


@dataclass(frozen=True)
class Readings:
    """Reads the outputs after a round in one language: files of the staff as `staff`, everything else anonymously."""

    event: Tournament
    round: Round
    staff: Client
    language: str

    def standings(self) -> dict[str, list[Line]]:
        """Return the standings of each output from first to last place."""
        return {
            "page": list(self._page_standings()),
            "paper": list(self._paper_standings()),
            "spreadsheet": list(self._book_standings()),
            "CSV": list(self._csv_standings()),
            "JSON": list(self._json_standings()),
            "API": list(self._api_standings()),
        }

    def pairings(self) -> dict[str, list[Line]]:
        """Return the matches of the round in each output, by the name of the first player."""
        found = {
            "page": self._page_pairings(),
            "paper": self._paper_pairings(),
            "spreadsheet": self._book_pairings(),
            "API": self._api_pairings(),
            "JSON": self._json_pairings(),
        }
        return {reader: sorted(lines, key=lambda line: line["left"]) for reader, lines in found.items()}

    def get(self, name: str, *args: object, query: str = "", by: Client | None = None) -> Any:
        where = reverse(name, args=[self.event.slug, *args]) + query
        answer = (by or Client()).get(where, headers={"accept-language": self.language})
        assert answer.status_code == 200, where
        return answer

    def api(self, path: str, query: str = "") -> Any:
        answer = Client().get(f"/api/v1/events/{self.event.slug}/{path}?limit=200{query}")
        assert answer.status_code == 200, path
        return answer.json()

    @property
    def share(self) -> str:
        """Return the pattern of a percentage with two decimals in the language, with its digits in two groups."""
        return rf"(\d+){DECIMAL[self.language]}(\d\d){PER_CENT[self.language]}"

    def shown(self, text: str) -> int:
        found = re.fullmatch(self.share, text.strip())
        assert found, f"{text!r} is no share in {self.language}"
        return int("".join(found.groups()))

    def words(self) -> tuple[dict[str, str], dict[str, str]]:
        """Map the words for results and missing opponents in the language to their codes."""
        with override(self.language):
            results = {
                str(paper_words.outcome_choice_text(MatchRow(0, None, NOBODY, NOBODY, one))): one.value
                for one in (Outcome.LEFT, Outcome.RIGHT, Outcome.TIE, Outcome.DOUBLE_LOSS)
            }
            alone = {str(words.place): _alone(one.value) for one, words in outcome_words.ALONE.items()}
        return results, alone

    def _page_standings(self) -> Iterator[Line]:
        for row in ROW.findall(markup(self.get("pairings:standings"))):
            place, player, record, points, owp, oowp, *_next = CELL.findall(MOVEMENT.sub("", row))
            name = NAMED.search(player)
            assert name
            yield {
                "place": int(strip_tags(place)),
                "name": unescape(name[1]),
                "points": int(points),
                "record": _record(record),
                "owp": self.shown(unescape(owp)),
                "oowp": self.shown(unescape(oowp)),
                "dropped": "<s>" in player,
            }

    def _paper_standings(self) -> Iterator[Line]:
        paper = self.get("pairings:sheet", "standings", query=f"?division={self.round.division_id}")
        line = re.compile(rf"(\d+)\s+([^\d]+?)\s+(\d+)\s+(\d+-\d+-\d+)\s+{self.share}\s+{self.share}")
        for found in line.findall("\n".join(pages(paper.content))):
            place, name, points, record, *shares = found
            yield {
                "place": int(strip_tags(place)),
                "name": " ".join(name.split()),
                "points": int(points),
                "record": _record(record),
                "owp": int("".join(shares[:2])),
                "oowp": int("".join(shares[2:])),
            }

    def _book(self) -> Any:
        return load_workbook(BytesIO(self.get("pairings:spreadsheet", by=self.staff).content))

    def _book_standings(self) -> Iterator[Line]:
        for row in self._book().worksheets[0].iter_rows(min_row=2, values_only=True):
            yield _typed(row)

    def _csv_standings(self) -> Iterator[Line]:
        file = self.get("pairings:standings_csv", by=self.staff).content.decode("utf-8-sig")
        for _list, *row in list(csv.reader(StringIO(file)))[1:]:
            figures = [*map(int, (row[0], *row[4:8])), *map(float, row[8:10])]
            yield _typed((figures[0], *row[1:4], *figures[1:], row[10]))

    def _json_standings(self) -> Iterator[Line]:
        for one in self.get("floor:standings_json").json():
            yield {
                "place": one["placing"],
                "name": one["name"],
                "record": tuple(one["record"][key] for key in ("wins", "losses", "ties")),
                "owp": hundredths(one["resistances"]["opp"]),
                "oowp": hundredths(one["resistances"]["oppopp"]),
                "dropped": one["drop"] >= 0,
            }

    def _api_standings(self) -> Iterator[Line]:
        for one in self.api("standings")["items"]:
            yield {
                "place": one["place"],
                "name": one["player"]["name"],
                "points": one["points"],
                "record": (one["wins"], one["losses"], one["ties"]),
                "owp": hundredths(one["owp"]),
                "oowp": hundredths(one["oowp"]),
                "dropped": one["player"]["dropped"],
            }

    def _page_pairings(self) -> Iterator[Line]:
        results, alone = self.words()
        page = markup(self.get("pairings:tables", query=f"?round={self.round.number}"))
        for row in ROW.findall(page):
            place, left, right, result = (unescape(TAG.sub("", cell)).strip() for cell in CELL.findall(row))
            if place in alone:
                yield {"table": None, "left": left, "right": None, "outcome": alone[place]}
            else:
                table = re.findall(r"\d+", place)[-1]
                yield {"table": int(table), "left": left, "right": right, "outcome": results[result]}

    def _paper_pairings(self) -> Iterator[Line]:
        results, alone = self.words()
        text = "\n".join(pages(self._paper("tables").content))
        ends = "|".join([r"\d-\d", *(re.escape(word) for word, code in results.items() if code in SCORES)])
        for table, left, points, result, right, others in re.findall(
            rf"(\d+)\s+([^\d]+?)\s+(\d+)\s+({ends})\s+([^\d]+?)\s+(\d+)(?=\s|$)", text
        ):
            code = results.get(result) or _of_score(result)
            yield {
                "table": int(table),
                "left": " ".join(left.split()),
                "right": " ".join(right.split()),
                "outcome": code,
                "score": SCORES[code] if result in results else result,
                "points": (int(points), int(others)),
            }
        words = "|".join(map(re.escape, alone))
        for word, left, points in re.findall(rf"\b({words})\s+([^\d]+?)\s+(\d+)(?=\s|$)", text):
            yield {"table": None, "left": left, "right": None, "outcome": alone[word]} | _alone_line(points)

    def _paper(self, name: str) -> Any:
        query = f"?division={self.round.division_id}&round={self.round.number}"
        return self.get("pairings:sheet", name, query=query)

    def _book_pairings(self) -> Iterator[Line]:
        """Return the sheet of this round, which comes after the sheet of the standings."""
        results, alone = self.words()
        for row in self._book().worksheets[self.round.number].iter_rows(min_row=2, values_only=True):
            table, left, points, right, others, result, *games = row[:8]
            if right is None:
                yield {"table": table, "left": left, "right": None, "outcome": alone[result]} | _alone_line(
                    points
                )
                continue
            yield {
                "table": table,
                "left": left,
                "right": right,
                "outcome": results[result],
                "score": score(results[result], *games),
                "points": (points, others),
            }

    def _api_pairings(self) -> Iterator[Line]:
        for one in self.api("pairings", f"&round={self.round.number}")["items"]:
            left, *right = one["sides"]
            line = {"table": one["table"], "left": left["player"]["name"]}
            if right:
                outcome = {"win": "left", "loss": "right"}.get(left["result"], left["result"])
                ends = score(outcome, left["games"], right[0]["games"])
                yield line | {"right": right[0]["player"]["name"], "outcome": outcome, "score": ends}
            else:
                yield line | {"right": None, "outcome": _alone(left["result"])}

    def _json_pairings(self) -> Iterator[Line]:
        """Return each match of the feed once, although it lists each twice: from the player whose name comes first."""
        for one in self.get("floor:standings_json").json():
            met = one["rounds"].get(str(self.round.number))
            if met is not None:
                yield {
                    "left": one["name"],
                    "right": met["name"],
                    "letter": met["result"],
                    "table": met["table"],
                }


def _typed(row: Any) -> Line:
    """Convert a line of the spreadsheet or the CSV."""
    place, last, first, _age, points, *figures = row[:11]
    return {
        "place": place,
        "name": f"{first} {last}",
        "points": points,
        "record": tuple(figures[:3]),
        "owp": hundredths(figures[3]),
        "oowp": hundredths(figures[4]),
        "dropped": bool(figures[5]),
    }


def seen_by_players(matches: list[Line]) -> list[Line]:
    """Return the matches as each of the players sees them, in the letters of the JSON."""
    letters = {"left": "WL", "right": "LW", "tie": "TT", "double_loss": "LL"}
    found = []
    for one in matches:
        if one["right"] is None:
            bye = one["outcome"] == "bye"
            found.append(
                {
                    "left": one["left"],
                    "right": "BYE" if bye else "LATE",
                    "letter": "W" if bye else "L",
                    "table": 0,
                }
            )
            continue
        sides = ((one["left"], one["right"]), (one["right"], one["left"]))
        found += [
            {"left": left, "right": right, "letter": letter, "table": one["table"]}
            for (left, right), letter in zip(sides, letters[one["outcome"]], strict=True)
        ]
    return sorted(found, key=lambda line: line["left"])


def _record(text: str) -> tuple[int, ...]:
    found = RECORD.fullmatch(text.strip())
    assert found, text
    return tuple(map(int, found.groups()))


def _of_score(text: str) -> str:
    left, right = map(int, text.split("-"))
    return "left" if left > right else "right" if right > left else "tie"


def _alone(result: str) -> str:
    return "bye" if result in BYES else result


def _alone_line(points: Any) -> Line:
    return {"score": "", "points": (int(points), None)}
