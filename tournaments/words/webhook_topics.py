"""Labels of the topics of webhooks."""

from django.utils.translation import gettext_lazy as _

from core.words.webhook_words import SHORT_TOPICS, TOPICS

TOPICS |= {
    "round": _("Rounds: posted, changed, closed"),
    "result": _("Results"),
    "standings": _("Standings"),
    "clock": _("Clock"),
    "journal": _("Journal seals"),
}

SHORT_TOPICS |= {
    "round": _("Rounds"),
    "result": _("Results"),
    "standings": _("Standings"),
    "clock": _("Clock"),
    "journal": _("Seals"),
}
