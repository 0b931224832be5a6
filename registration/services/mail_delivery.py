"""Delivery of stored emails to the mail server, one by one.

The result of each email is stored before the next one is sent.
"""

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

from django.core.mail import EmailMessage, get_connection
from django.utils import timezone

from registration.engine.mails import MailState, bounce_of, server_error_text
from registration.models import Mail
from registration.queries import mails as queries


@dataclass(frozen=True, slots=True)
class Delivery:
    """The result of a run: the numbers of emails sent and still waiting.

    `problem` is the reason why emails are still waiting, or None if all are settled or the time ran out.
    """

    sent: int
    waiting: int
    problem: Exception | None


def deliver_mails(press: str, compose: Callable[[Mail], EmailMessage | None], *, seconds: float) -> Delivery:
    """Send the waiting emails of one press, until about `seconds` have passed.

    A refused email does not stop the others: it fails if the refusal is final, and otherwise is sent again in the
    next run. If the server is down or too slow, all remaining emails wait. An email for which `compose` returns
    None fails.
    """
    connection = get_connection()
    sent, until, problem = 0, monotonic() + seconds, None
    for mail in queries.waiting_mails(press):
        if monotonic() > until:
            break
        try:
            message = compose(mail)
            if message is None:
                _store_mail_result(mail, MailState.FAILED, "")
                continue
            # This reconnects after an error, and does nothing if the connection is open.
            connection.open()
            connection.send_messages([message])
        except (OSError, ValueError) as error:
            bounce = bounce_of(error, mail.address)
            if bounce is not None and bounce.is_final:
                _store_mail_result(mail, MailState.FAILED, bounce.answer)
                continue
            problem = error
            if bounce is not None:
                Mail.objects.filter(pk=mail.pk).update(answer=bounce.answer)
                continue
            queries.waiting_mails(press).order_by().update(answer=server_error_text(error))
            break
        _store_mail_result(mail, MailState.SENT, "")
        sent += 1
    connection.close()
    return Delivery(sent, queries.waiting_mails(press).count(), problem)


def fail_waiting_mails(press: str) -> int:
    """Mark the waiting emails of a press as not delivered, and return their number.

    Each retains the last stored reply of the server.
    """
    waiting = queries.waiting_mails(press).order_by()
    return waiting.update(state=MailState.FAILED, settled_at=timezone.now())


def _store_mail_result(mail: Mail, state: MailState, answer: str) -> None:
    """Store the final state of an email, the server's reply and the time."""
    Mail.objects.filter(pk=mail.pk).update(state=state, answer=answer, settled_at=timezone.now())
