"""Emails to players as text and simple HTML."""

from collections.abc import Iterable
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.core.mail import EmailMultiAlternatives
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import override

from registration.engine.mails import OF_LINKS, MailKind
from registration.models import Mail
from registration.words.mail_words import WORDS
from tournaments.services.personal_links import ensure_link


def compose_mail(mail: Mail) -> EmailMultiAlternatives | None:
    """Return an email in its player's language, or None if no site is stored for its link.

    The Message-ID depends only on the row and the site, so that mailboxes recognize a second copy.
    """
    if not mail.site:
        return None
    with override(mail.language):
        words = WORDS[MailKind(mail.kind)]
        facts = _mail_sentence_facts(mail)
        subject = " ".join((str(words.subject) % facts).split())
        paragraphs = [str(text) % facts for text in words.paragraphs]
        link, button = f"{mail.site}{_link_path(mail)}", str(words.button)
        reason = _("You get this email because this address was given for the event. Do not reply to it.")
        text = "\n\n".join((*paragraphs, f"{button}:\n{link}", reason)) + "\n"
        page = _mail_html(subject, paragraphs, button, link, reason)
    key = salted_hmac("registration.mail", str(mail.pk), algorithm="sha256").hexdigest()[:32]
    headers = {
        "Message-ID": f"<{key}@{urlsplit(mail.site).hostname or 'stadium'}>",
        "Auto-Submitted": "auto-generated",
        "Content-Language": mail.language,
    }
    message = EmailMultiAlternatives(subject, text, None, [mail.address], headers=headers)
    message.attach_alternative(page, "text/html")
    return message


def _mail_sentence_facts(mail: Mail) -> dict[str, str]:
    """Return the facts for the sentences of an email. `until` is "" unless a seat is offered."""
    event = mail.tournament
    zone = ZoneInfo(event.timezone)
    recipient = mail.registration or mail.entry
    facts = {
        "name": str(recipient),
        "event": event.name,
        "day": date_format(event.starts_at.astimezone(zone), "l j F Y, H:i"),
        "until": "",
    }
    if mail.registration is not None and mail.registration.offered_until is not None:
        facts["until"] = date_format(mail.registration.offered_until.astimezone(zone), "l j F Y, H:i")
    return facts


def _link_path(mail: Mail) -> str:
    """Return the path to which the email links: the player's own page, or the registration."""
    if mail.kind in OF_LINKS and mail.entry is not None:
        return reverse("floor:my", args=[ensure_link(mail.entry).token])
    return reverse("registration:mine", args=[mail.registration.token if mail.registration else ""])


def _mail_html(subject: str, paragraphs: Iterable[str], button: str, link: str, reason: str) -> str:
    """Return the HTML of an email, simple enough for every mail program."""
    return format_html(
        '<!DOCTYPE html><html><head><meta charset="utf-8"><title>{}</title></head>'
        '<body style="font:16px/1.5 sans-serif;max-width:36em;margin:1.5em auto;padding:0 1em">{}'
        '<p><a href="{}" style="display:inline-block;padding:.6em 1.2em;border-radius:.4em;'
        'background:#1d4ed8;color:#fff;text-decoration:none;font-weight:bold">{}</a></p>'
        '<p><a href="{}">{}</a></p><p><small>{}</small></p></body></html>',
        subject,
        format_html_join("", "<p>{}</p>", ((text,) for text in paragraphs)),
        link,
        button,
        link,
        link,
        reason,
    )
