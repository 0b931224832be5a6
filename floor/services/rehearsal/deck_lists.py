"""Deck lists of the demo: three decks of the current Standard, built from the cards that come with Stadium."""

from datetime import datetime, timedelta
from functools import partial
from random import Random

from django.utils.translation import gettext as _

from decks.models import DeckList, ListRules
from decks.services import lists
from tournaments.models import Tournament, User

MOUNTAIN = """Pokémon: 14
4 Riolu MEG 76
3 Mega Lucario ex MEG 179
3 Solrock MEG 75
2 Lunatone MEG 74
1 Fezandipiti ex SFA 92
1 Budew ASC 16

Trainer: 34
4 Lillie's Determination MEG 119
3 Boss's Orders MEG 114
2 Judge POR 76
4 Fighting Gong MEG 116
4 Premium Power Pro MEG 124
4 Ultra Ball MEG 131
4 Poké Pad POR 81
3 Night Stretcher SFA 61
2 Pokégear 3.0 BLK 84
1 Switch MEG 130
2 Air Balloon MEG 166
1 Hero's Cape TEF 152

Energy: 12
12 Basic Fighting Energy MEE 6
"""
LANTERN = """Pokémon: 17
4 Duskull PRE 35
3 Dusclops PRE 36
2 Dusknoir PRE 37
3 Latias ex SSP 76
2 Munkidori TWM 95
1 Fezandipiti ex SFA 92
1 Bloodmoon Ursaluna ex TWM 141
1 Budew ASC 16

Trainer: 34
4 Lillie's Determination MEG 119
4 Brock's Scouting JTG 146
3 Boss's Orders MEG 114
2 Hilda WHT 84
4 Buddy-Buddy Poffin TEF 144
4 Ultra Ball MEG 131
3 Poké Pad POR 81
3 Night Stretcher SFA 61
1 Secret Box TWM 163
2 Rescue Board TEF 159
2 Air Balloon MEG 166
2 Gravity Mountain SSP 177

Energy: 9
5 Basic Psychic Energy MEE 5
4 Basic Darkness Energy MEE 7
"""
SMOKE = """Pokémon: 14
4 Team Rocket's Koffing DRI 125
3 Team Rocket's Weezing DRI 126
3 Team Rocket's Houndour DRI 37
2 Team Rocket's Houndoom DRI 191
2 Team Rocket's Moltres ex DRI 208

Trainer: 36
4 Team Rocket's Ariana DRI 171
4 Team Rocket's Petrel DRI 176
4 Team Rocket's Proton DRI 177
3 Team Rocket's Giovanni DRI 174
4 Team Rocket's Transceiver DRI 178
4 Ultra Ball MEG 131
3 Poké Pad POR 81
3 Night Stretcher SFA 61
2 Energy Retrieval WHT 82
2 Switch MEG 130
3 Team Rocket's Factory DRI 173

Energy: 10
4 Team Rocket's Energy DRI 182
6 Basic Fire Energy MEE 2
"""
DECKS = (MOUNTAIN, LANTERN, SMOKE)
TOO_MANY = MOUNTAIN.replace("4 Ultra Ball", "5 Ultra Ball").replace("12 Basic", "11 Basic")
"""An illegal list with five copies of one card name (R-061)."""


def collect_demo_lists(event: Tournament, *, by: User, until: datetime, chance: Random) -> None:
    """Collect deck lists with the deadline `until`: one missing, one late, one illegal, one corrected.

    Staff enter the late list and the correction half a day after the deadline.
    """
    lists.collect_lists(event, by=by, deadline=until, required=False, visibility=ListRules.Visibility.IN_CUT)
    deck_lists = list(DeckList.objects.filter(entry__tournament=event).order_by("entry_id"))
    missing, late, changed, illegal, *on_time = chance.sample(deck_lists, len(deck_lists))
    # This player submits no list.
    del missing
    minutes_before = 3 * 24 * 60
    submitted_at = until - timedelta(minutes=chance.randint(20, minutes_before))
    lists.submit_list(illegal, text=TOO_MANY, now=submitted_at)
    for deck_list in (changed, *on_time):
        deck = chance.choice(DECKS)
        lists.submit_list(
            deck_list, text=deck, now=until - timedelta(minutes=chance.randint(20, minutes_before))
        )
    lists.close_due_lists(now=until + timedelta(minutes=1))
    entered_at = until + timedelta(hours=12)
    submit_by_staff = partial(lists.submit_list, by=by, by_player=False, now=entered_at)
    submit_by_staff(late, text=LANTERN, note=_("Brought to the desk on paper."))
    corrected = LANTERN.replace("4 Ultra Ball", "3 Ultra Ball").replace("2 Air Balloon", "3 Air Balloon")
    submit_by_staff(changed, text=corrected, note=_("One Ultra Ball could not be found."))
