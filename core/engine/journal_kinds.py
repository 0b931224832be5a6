"""The kinds of journal lines that this app writes."""

from typing import Annotated, Any

from core.engine.journal.facts import Code, FactsOf, Text
from core.engine.journal.kinds import Kind

UndoneFacts = Annotated[dict[str, Any], FactsOf(python=(dict,), kind="what")]


class Undone(Kind, scope="either", topic="rounds"):
    what: Code
    facts: UndoneFacts


class PublicAddressSet(Kind, scope="installation"):
    address: Text


class PublicAddressRemoved(Kind, scope="installation"): ...


class OfTeam(Kind, base=True, scope="installation"):
    name: Text
    team: int


class TeamFounded(OfTeam): ...


class TeamRenamed(OfTeam):
    other: Text


class TeamNamesStay(OfTeam): ...


class TeamNamesGo(OfTeam): ...


class TeamLogoSet(OfTeam): ...


class TeamLogoRemoved(OfTeam): ...


class TeamPagePublished(OfTeam): ...


class TeamPageHidden(OfTeam): ...


class TeamPageChanged(OfTeam): ...


class TeamMemberAdded(OfTeam): ...


class TeamMemberInvited(OfTeam): ...


class TeamMemberNotJoined(OfTeam): ...


class TeamMemberRemoved(OfTeam): ...


class TeamOwnerNamed(OfTeam): ...


class TeamOwnerEnded(OfTeam): ...


class TeamInvitationMade(OfTeam): ...


class TeamInvitationWithdrawn(OfTeam): ...


class SnapshotMade(Kind, scope="event", topic="event"):
    filename: Text


class SnapshotDownloaded(Kind, scope="event", topic="event"):
    filename: Text


class SnapshotCopied(Kind, scope="event", topic="event"): ...


class CoverSet(Kind, scope="event", topic="event"): ...


class CoverRemoved(Kind, scope="event", topic="event"): ...


class OfWebhook(Kind, base=True, scope="event", topic="event"):
    webhook: int
    address: Text


class WebhookAdded(OfWebhook): ...


class WebhookChanged(OfWebhook): ...


class WebhookSwitchedOn(OfWebhook): ...


class WebhookSwitchedOff(OfWebhook):
    cause: Code


class WebhookSecretChanged(OfWebhook): ...


class WebhookDeleted(OfWebhook): ...
