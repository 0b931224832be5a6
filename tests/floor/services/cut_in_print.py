"""A cut as readers see it: bracket and standings on their pages, on paper, in the file and in the command's output."""

import csv
import json
import re
from html import unescape
from io import StringIO

from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from pairings.documents import exports
from tests.html import markup
from tests.pairings.build import organizer
from tests.papers import pages
from tournaments.models import Division

Places = list[tuple[int, str, int]]
"""Places from the top, each with its player and points."""

Columns = dict[str, list[str]]
"""The names under each heading of a bracket: once for each match, and alone under WINNER."""

WINNER = "Winner"
HEADINGS = ("Quarterfinals", "Semifinals", "Final", "Third place", WINNER)
SECTION = re.compile(r'<section[^>]*><h2 id="(?:round-\d+|third)">([^<]*)</h2>(.*?)</section>')
SIDE = re.compile(r"</i><span>([^<]*)</span>")
CHAMPION = re.compile(r'<b id="champion">([^<]*)</b>')
ROW = re.compile(
    r'<td class="num place">(?:<span [^>]*>)?(\d+)(?:</span>)?</td>(?:<td class="change">.*?</td>)?'
    r'<th scope="row" class="full"><a[^>]*>(?:(?!</a>).)*?<span>(?:<s>)?([^<]+)<.*?'
    r'<td class="big-cell num">(\d+)</td>'
)


def read_alike(of: Division) -> str | None:
    """Return the champion that all outputs name; fail if two of them differ in a name, a place or points."""
    client = Client()
    client.force_login(organizer(of))
    everybody = {str(entry) for entry in of.entries.all()}
    page, paper = _bracket_page(client, of, everybody), _bracket_paper(client, of, everybody)
    assert paper == page, (paper, page)
    standings = _standings_page(client, of)
    for listed in (_standings_paper(client, of, everybody), _file(of), _command(of)):
        assert listed == standings, (listed, standings)
    champion = next(iter(page[WINNER]), None)
    assert champion is None or (1, champion) == standings[0][:2], (champion, standings)
    return champion


def _page(client: Client, name: str, of: Division) -> str:
    return markup(client.get(reverse(name, args=[of.tournament.slug])))


def _paper(client: Client, name: str, of: Division) -> list[str]:
    answer = client.get(reverse("pairings:sheet", args=[of.tournament.slug, name]), {"division": of.pk})
    return "\n".join(pages(b"".join(answer))).splitlines()


def _bracket_page(client: Client, of: Division, everybody: set[str]) -> Columns:
    """Return the bracket of the page without "Bye" and "Winner of table 3", which are not names."""
    page = _page(client, "pairings:cut", of)
    found = {title: SIDE.findall(boxes) for title, boxes in SECTION.findall(page)}
    found |= {WINNER: CHAMPION.findall(page)}
    return {
        title: [name for text in texts if (name := unescape(text)) in everybody]
        for title, texts in found.items()
    }


def _bracket_paper(client: Client, of: Division, everybody: set[str]) -> Columns:
    found: Columns = {WINNER: []}
    heading = ""
    for line in _paper(client, "bracket", of):
        if line in HEADINGS:
            heading = line
            found[heading] = []
        elif line in everybody:
            found[heading].append(line)
    return found


def _standings_page(client: Client, of: Division) -> Places:
    rows = ROW.findall(_page(client, "pairings:standings", of))
    return [(int(place), unescape(name), int(points)) for place, name, points in rows]


def _standings_paper(client: Client, of: Division, everybody: set[str]) -> Places:
    lines = _paper(client, "standings", of)
    cells = zip(lines, lines[1:], lines[2:], strict=False)
    return [(int(place), name, int(points)) for place, name, points in cells if name in everybody]


def _file(of: Division) -> Places:
    rows = csv.DictReader(StringIO(exports.standings_csv(of.tournament).decode("utf-8-sig")))
    return [
        (int(row["Place"]), f"{row['First name']} {row['Last name']}", int(row["Points"])) for row in rows
    ]


def _command(of: Division) -> Places:
    out = StringIO()
    call_command("standings", of.tournament.slug, format="json", stdout=out, stderr=out)
    (lines,) = json.loads(out.getvalue()).values()
    return [(line["place"], line["name"], line["points"]) for line in lines]
