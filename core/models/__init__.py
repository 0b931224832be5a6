"""The models of the platform. Their tables have the names of the app that created them."""

from core.models.job import Job
from core.models.journal import JournalEvent
from core.models.pictures import Cover
from core.models.public_address import PublicAddress
from core.models.push import PushSubscription
from core.models.seal import JournalRedaction, JournalSeal, SealRecord
from core.models.sign_in import SignIn
from core.models.team import Team, TeamInvitation, TeamMember
from core.models.webhook import Webhook, WebhookDelivery

__all__ = [
    "Cover",
    "Job",
    "JournalEvent",
    "JournalRedaction",
    "JournalSeal",
    "PublicAddress",
    "PushSubscription",
    "SealRecord",
    "SignIn",
    "Team",
    "TeamInvitation",
    "TeamMember",
    "Webhook",
    "WebhookDelivery",
]
