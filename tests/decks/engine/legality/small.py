"""A catalogue of a few dozen cards, and short helpers for decks and verdicts."""

from datetime import date
from functools import cache
from typing import Any

from cards.engine import card_names, shipped_facts
from cards.engine.cards import Catalogue, Printing, Supertype
from decks.engine.legality import DeckContext, Problem
from decks.engine.legality.problems import deck_error_codes, deck_warning_codes, find_deck_problems
from decks.engine.legality.stand_ins import StandIn, find_stand_ins
from decks.engine.lists import Deck, read_list_text
from decks.engine.resolve import resolve_list
from tests.cards import starter

CARDS = """
sm2 60   | Tapu Lele-GX          | pokemon basic
sm2 155  | Tapu Lele-GX          | pokemon basic
sm3 91   | Ralts                 | pokemon basic
sm3 1    | Caterpie              | pokemon basic
bw1 1    | Snivy                 | pokemon basic
bwp BW01 | Snivy                 | pokemon basic text=snivy promo
xy1 42   | Pikachu               | pokemon basic text=pikachu
g1 26    | Pikachu               | pokemon basic text=pikachu
g1 27    | Raichu                | pokemon
xyp XY35 | M Metagross-EX        | pokemon
xyp XY36 | Metagross             | pokemon
hgss1 17 | Cleffa                | pokemon basic
xy12 112 | Imakuni?'s Doduo      | pokemon basic banned_by_text
xy12 3   | Caterpie              | pokemon basic text=caterpie
xy12 4   | Metapod               | pokemon
base1 1  | Alakazam              | pokemon
ex14 99  | Alakazam ★            | pokemon basic star
ex8 107  | Rayquaza ★            | pokemon basic star
pl4 97   | Gengar LV.X           | pokemon
pl4 16   | Gengar                | pokemon
base3 1  | Aerodactyl            | pokemon
ex13 35  | Aerodactyl δ          | pokemon
base2 56 | Meowth                | pokemon basic
sm1 78   | Alolan Meowth         | pokemon basic
ex7 46   | Rocket's Meowth       | pokemon basic
basep 18 | Team Rocket's Meowth  | pokemon basic
xy10 17  | Omanyte               | pokemon restored
neo2 14  | Unown [A]             | pokemon basic limit=4
neo2 47  | Unown [D]             | pokemon basic limit=4
pl4 AR1  | Arceus                | pokemon basic limit=0
pl4 AR5  | Arceus                | pokemon basic limit=0
xy1 78   | Yveltal               | pokemon basic text=yveltal
xy11 65  | Yveltal               | pokemon basic text=yveltal
xy8 94   | Yveltal               | pokemon basic text=other
base1 4  | Charizard             | pokemon text=alike
xy12 11  | Charizard             | pokemon text=alike
smp SM226| Charizard             | pokemon text=later
bw3 67   | Archeops              | pokemon text=banned
bw5 110  | Archeops              | pokemon text=banned
bw10 54  | Archeops              | pokemon text=harmless
bw4 72   | Shiftry               | pokemon
xy7 74   | Forest of Giant Plants| trainer
xy4 99   | Lysandre's Trump Card | trainer
base3 62 | Mysterious Fossil     | trainer
base1 94 | Potion                | trainer text=20
sm1 127  | Potion                | trainer text=30
base1 71 | Computer Search       | trainer text=old
bw7 137  | Computer Search       | trainer ace text=new
bw7 140  | Gold Potion           | trainer ace
gym2 116 | Master Ball           | trainer text=look
bw3 92   | N                     | trainer text=n
xy10 105 | N                     | trainer text=n
bw5 102  | Ultra Ball            | trainer text=first
sm1 135  | Ultra Ball            | trainer text=reworded
sv1 196  | Ultra Ball            | trainer mark=G text=again
me1 131  | Ultra Ball            | trainer mark=I text=again
xy5 127  | Escape Rope           | trainer text=rope
sm3 114  | Escape Rope           | trainer text=reworded rope
swsh5 125| Escape Rope           | trainer mark=E text=rope once more
sm1 136  | Double Colorless Energy | energy
neo1 104 | Darkness Energy       | energy text=special
hgss3 79 | Darkness Energy       | energy text=special too
base1 98 | Fire Energy           | energy basic_energy
xy12 91  | Grass Energy          | energy basic_energy
xy12 95  | Psychic Energy        | energy basic_energy
xy12 97  | Darkness Energy       | energy basic_energy
sm3 169  | Darkness Energy       | energy basic_energy
sve 5    | Basic Psychic Energy  | energy basic_energy
ex1 94   | Metal Energy          | energy
sv6 128  | Dreepy                | pokemon basic mark=H
me2pt5 158 | Dreepy              | pokemon basic mark=I
sv2 185  | Iono                  | trainer mark=G
svp 75   | Mimikyu               | pokemon basic mark=G
mep 30   | Mega Charizard Y ex   | pokemon mark=J
me2pt5 9 | Newcomer              | pokemon basic mark=K
me05 1   | Latecomer             | pokemon basic mark=J
me05 2   | Ultra Ball            | trainer mark=J text=again
swsh10 46 | Radiant Greninja     | pokemon basic radiant mark=F
swsh12pt5 20 | Radiant Charizard | pokemon basic radiant mark=F
sm5 62   | Lunala ◇              | pokemon basic prism
sm5 89   | Solgaleo ◇            | pokemon basic prism
sv5 153  | Master Ball           | trainer ace mark=H text=search
sv5 152  | Hero's Cape           | trainer ace mark=H text=cape
sv5 162  | Neo Upper Energy      | energy ace mark=H text=upper
sv1 189  | Professor's Research (Professor Sada) | trainer mark=G text=r
sv1 190  | Professor's Research (Professor Turo) | trainer mark=G text=r
tk-sm-l 1 | Rockruff             | pokemon basic
tk-xy-p 1 | Pikachu Libre        | pokemon basic
mcd15 1  | Treecko               | pokemon basic
"""


@cache
def catalogue() -> Catalogue:
    rows = (line.split("|") for line in CARDS.strip().splitlines())
    return Catalogue(
        shipped_facts.shipped_expansions(),
        [printing(*(part.strip() for part in row)) for row in rows],
        starter.local_names(),
        shipped_facts.shipped_fact_tables(),
    )


def printing(ref: str, name: str, about: str) -> Printing:
    """Return a printing. `about`: kind and flags, then mark=, limit= and text=, the last one up to the end."""
    about, _text, text = about.partition("text=")
    words = about.split()
    given = dict(written.split("=") for written in words if "=" in written)
    kind: Supertype = words[0]  # type: ignore[assignment]
    expansion, number = ref.split()
    return Printing(
        expansion,
        number,
        name,
        card_names.card_name_identity(name),
        kind,
        mark=given.get("mark", ""),
        basic="basic" in words,
        restored="restored" in words,
        basic_energy="basic_energy" in words,
        ace_spec="ace" in words,
        radiant="radiant" in words,
        prism_star="prism" in words,
        star="star" in words,
        limit=int(given["limit"]) if "limit" in given else None,
        not_tournament_legal="banned_by_text" in words,
        text_key=text.strip(),
    )


def context(**given: Any) -> DeckContext:
    """Return the context, by default Standard on 26 July 2017 by its rules; dates as ISO text."""
    values = {
        "card_format": "standard",
        "style": "constructed",
        "date": "2017-07-26",
        "edition": "2017",
        **given,
    }
    for name in ("date", "last_date"):
        if isinstance(values.get(name), str):
            values[name] = date.fromisoformat(values[name])
    return DeckContext(**values)


def judged(text: str, fill: str = "", **given: Any) -> tuple[Problem, ...]:
    """Return the problems of a list of lines separated by "/". `fill`: a card that completes the deck."""
    event = context(**given)
    return find_deck_problems(_deck(text, fill, event), event, catalogue())


def played_as(text: str, **given: Any) -> tuple[StandIn, ...]:
    """Return the cards of a list of lines separated by "/" that are legal only through another printing."""
    event = context(**given)
    return find_stand_ins(_deck(text, "", event), event, catalogue())


def _deck(text: str, fill: str, event: DeckContext) -> Deck:
    lines = [line.strip() for line in text.split("/") if line.strip()]
    missing = event.rules.cards - sum(int(line.split()[0]) for line in lines)
    if fill:
        lines.append(f"{missing} {fill}")
    return resolve_list(read_list_text("\n".join(lines)), catalogue(), on=event.date)


def wrong(text: str, fill: str = "Psychic Energy EVO 95", **given: Any) -> tuple[str, ...]:
    """Return the error codes of a list completed with basic Energy."""
    return deck_error_codes(judged(text, fill, **given))


def warned(text: str, fill: str = "Psychic Energy EVO 95", **given: Any) -> tuple[str, ...]:
    return deck_warning_codes(judged(text, fill, **given))
