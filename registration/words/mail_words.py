"""Texts of emails to players, by kind. Placeholders: `name`, `event`, `day`, `until`."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from registration.engine.mails import MailKind

Words = str | Promise


@dataclass(frozen=True, slots=True)
class MailWords:
    """The subject and the paragraphs of an email, with placeholders, and the label of its button."""

    subject: Words
    paragraphs: tuple[Words, ...]
    button: Words


KEEP_PRIVATE = _("Keep the link to yourself: anyone who has it can act for this player.")
YOUR_LINK = _("Your personal link for %(event)s")
ABOUT_LINK = _("This is %(name)s’s personal link for %(event)s, on %(day)s.")
OPEN_REGISTRATION = _("Open my registration")

WORDS: Mapping[MailKind, MailWords] = {
    MailKind.LINK: MailWords(
        YOUR_LINK,
        (
            ABOUT_LINK,
            _("It opens your table, your results and your deck list. No account is needed."),
            KEEP_PRIVATE,
        ),
        _("Open my page"),
    ),
    MailKind.CLAIM: MailWords(
        YOUR_LINK,
        (
            ABOUT_LINK,
            _("Someone entered your Player ID and birth year to get it. If that was not you, do nothing."),
            KEEP_PRIVATE,
        ),
        _("Open my page"),
    ),
    MailKind.REQUESTED: MailWords(
        _("Your registration for %(event)s"),
        (
            _("%(name)s is registered for %(event)s, on %(day)s. The organizer approves each registration."),
            _("You get another email when that is done."),
        ),
        OPEN_REGISTRATION,
    ),
    MailKind.WAITING: MailWords(
        _("You are on the waiting list for %(event)s"),
        (
            _("All seats are taken, so %(name)s is on the waiting list for %(event)s, on %(day)s."),
            _("You get another email when a seat is free. Your place on the list is on your page."),
        ),
        OPEN_REGISTRATION,
    ),
    MailKind.OFFERED: MailWords(
        _("A seat is free for you at %(event)s"),
        (
            _("A seat is free for %(name)s at %(event)s, on %(day)s."),
            _("Accept it by %(until)s. After that it goes to the next player."),
        ),
        _("Accept the seat"),
    ),
    MailKind.CONFIRMED: MailWords(
        _("You have a seat at %(event)s"),
        (
            _("%(name)s has a seat at %(event)s, on %(day)s."),
            _("Your page has your personal link for the day. Cancel there if you can’t come."),
            KEEP_PRIVATE,
        ),
        OPEN_REGISTRATION,
    ),
    MailKind.DECLINED: MailWords(
        _("Your registration for %(event)s was declined"),
        (
            _("The organizer declined %(name)s’s registration for %(event)s, on %(day)s."),
            _("Ask the organizer if you think this is a mistake."),
        ),
        OPEN_REGISTRATION,
    ),
    MailKind.CANCELLED: MailWords(
        _("Your registration for %(event)s is canceled"),
        (
            _("%(name)s’s registration for %(event)s, on %(day)s, is canceled."),
            _("If you did not cancel it, ask the organizer."),
        ),
        OPEN_REGISTRATION,
    ),
    MailKind.EXPIRED: MailWords(
        _("The seat at %(event)s went to the next player"),
        (
            _("The time to accept %(name)s’s seat at %(event)s, on %(day)s, is over."),
            _("Ask the organizer whether a seat is left."),
        ),
        OPEN_REGISTRATION,
    ),
}
