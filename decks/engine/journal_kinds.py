"""Journal kinds of lists and pools."""

from typing import Annotated, NotRequired, TypedDict

from core.engine.journal.facts import Changes, Code, Moment, Name, OwnName, Ref, Text, Typed
from core.engine.journal.kinds import Kind
from tournaments.engine.journal_kinds import Entrant, EntryKey, OfEntry

DraftKey = Annotated[int, Ref("decks.Draft")]
PoolKey = Annotated[int, Ref("decks.Pool")]
ProxyKey = Annotated[int, Ref("decks.Proxy")]


class CheckRulesSet(Kind, scope="event"):
    """Staff changed the deck-check settings: percent of decks, of which decks, and minutes of shuffling."""

    target: int
    base: Code
    shuffling: int


class OfDraft(Kind, base=True):
    """Base of kinds about a draft, with its number in the division."""

    number: int
    draft: DraftKey


class ListsCollected(Kind, scope="event", topic="lists"):
    """The event began to collect lists, with these rules."""

    rules: Changes


class ListRulesChanged(Kind, scope="event", topic="lists"):
    rules: Changes


class ListsLocked(Kind, scope="event", topic="lists"): ...


class ListsClosed(Kind, scope="event", topic="lists"):
    """Lists closed because the deadline passed, without staff."""

    deadline: Moment


class ListsOpened(Kind, scope="event", topic="lists"):
    """Staff opened lists again, until a new deadline if any."""

    deadline_before: Moment | None
    until: Moment | None


class ListLocked(OfEntry, topic="lists"): ...


class ListOpened(OfEntry, topic="lists"): ...


class ListSentBack(OfEntry, topic="lists"):
    """A judge asked a player for another version of their list."""

    reason: Typed


class Verdict(TypedDict):
    """The change of a player's verdict.

    - `before`, `now`: whether the list was or is legal, or None without a list.
    - `unknown`: the number of unknown cards.
    """

    entry: Entrant
    name: OwnName
    before: bool | None
    now: bool | None
    unknown: NotRequired[int]


class OfVerdicts(Kind, base=True, scope="event", topic="lists"):
    """Base of kinds about changed verdicts. `names` lists the first of the `count` players."""

    count: int
    names: Name
    verdicts: list[Verdict]


class ListsRechecked(OfVerdicts): ...


class ListsSetAside(OfVerdicts): ...


class HomeCountrySaid(OfEntry, topic="lists"):
    """The home country of a player was changed by staff or the player (R-017)."""

    before: Code
    home: Code


class OfRuling(OfEntry, base=True, topic="lists"):
    """Base of kinds about a ruling: the code and the subject of the problem (see `verdicts.ruling_subject`)."""

    code: Code
    card: Code


class ListRuled(OfRuling):
    reason: Typed


class ListRulingWithdrawn(OfRuling): ...


class OfVersion(OfEntry, base=True, topic="lists"):
    """Base of kinds about a submitted version of a list, with its verdict."""

    number: int
    legal: bool
    unknown: int
    late: bool
    note: Typed


class ListHandedIn(OfVersion): ...


class ListEntered(OfVersion): ...


class ListFilledIn(OfVersion):
    """A deck that a player filled in and that took effect when building ended."""


class PoolCheckChanged(OfDraft):
    check: Code
    before: Code


class OfPool(OfDraft, base=True):
    """Base of kinds about a version of a pool and the player to whom it belongs."""

    pool: PoolKey
    version: int
    entry: Entrant
    name: OwnName


class OfContent(OfPool, base=True):
    """Base of kinds about the cards of a pool: `total` cards now, and `before` in the previous version."""

    total: int
    before: int


class PoolRegistered(OfContent): ...


class PoolEntered(OfContent, may_undo="report"): ...


class LatePoolEntered(OfContent, may_undo="report"):
    """Staff entered the pool of a late player without a seat. `packs`: the packs that the player opened."""

    packs: Typed


class PoolTracked(OfContent): ...


class ByNeighbor(OfPool, base=True):
    """Base of kinds about what a neighbor did with a pool."""

    by_entry: EntryKey
    neighbor: Name


class PoolVerified(ByNeighbor): ...


class PoolUnverified(ByNeighbor): ...


class PoolDiscrepancyReported(ByNeighbor): ...


class PoolDiscrepancyClaimed(OfPool, may_undo="report", at_desk=False): ...


class PoolSettled(OfPool, may_undo="report"): ...


class OfProxy(Kind, base=True):
    proxy: ProxyKey
    name: Text
    card: Code


class ProxyGranted(OfProxy, may_undo="report"): ...


class ProxyWithdrawn(OfProxy, may_undo="report"): ...
