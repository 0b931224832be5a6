"""Expansions as the public card data describes them."""

import json
from datetime import date

from cards.engine.sources import GatheredCards, tcg_data


def test_an_expansion_and_the_day_it_came_out() -> None:
    gathered = GatheredCards()
    rows = [
        {
            "id": "sm5",
            "name": "Ultra Prism",
            "series": "Sun & Moon",
            "ptcgoCode": "UPR",
            "releaseDate": "2018/02/02",
        },
        {"id": "fut20", "name": "Future", "releaseDate": ""},
        {"id": "odd1", "name": "Odd", "releaseDate": "2018/02/30"},
    ]
    found = tcg_data.read_tcg_data_sets(json.dumps(rows).encode(), gathered)
    assert {id_: one.released for id_, one in found.items()} == {
        "sm5": date(2018, 2, 2),
        "fut20": None,
        "odd1": None,
    }
    assert (found["sm5"].codes, found["fut20"].codes) == (("UPR",), ())
    assert (found["sm5"].name, found["sm5"].series) == ("Ultra Prism", "Sun & Moon")
    assert [(one.place, one.what, one.code) for one in gathered.refused] == [("sets", "odd1", "NO_SUCH_DAY")]
