"""All environment variables of Stadium. The table in docs/deployment.md is generated from them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Variable:
    """An environment variable: its name, and its meaning and default in Markdown."""

    name: str
    meaning: str
    default: str


VARIABLES = (
    Variable(
        "DATABASE_URL",
        "`postgres://USER:PASSWORD@HOST/NAME` or `sqlite:///FILE`",
        "`var/stadium.sqlite3`",
    ),
    Variable(
        "REDIS_URL",
        ("`redis://HOST:PORT/N`: cache and broker; empty: jobs run at once, PostgreSQL serves as cache"),
        "empty",
    ),
    Variable(
        "SECRET_KEY",
        "must be the same on all machines of one address",
        "made once, kept in `var/`",
    ),
    Variable(
        "ALLOWED_HOSTS",
        "names and addresses it answers to, comma separated",
        "`localhost,127.0.0.1,[::1]`",
    ),
    Variable(
        "CSRF_TRUSTED_ORIGINS",
        "`https://…` origins behind a proxy",
        "empty",
    ),
    Variable(
        "HTTPS",
        "secure cookies and redirect to TLS",
        "`false`",
    ),
    Variable(
        "SSL_REDIRECT",
        "with `HTTPS`: send anyone who comes over http on to https; `false` where the proxy does",
        "`true`",
    ),
    Variable(
        "BEHIND_PROXY",
        (
            "`true`, or how many proxies stand in a row: trust `X-Forwarded-Proto`, and `X-Forwarded-"
            "For` counted from its end. Set it behind a proxy, or all visitors share its address and "
            "its limits; never without one"
        ),
        "`false`",
    ),
    Variable(
        "HSTS_SECONDS",
        "strict transport security",
        "`0`",
    ),
    Variable(
        "STATIC_MANIFEST",
        "serve hashed files of `collectstatic` (`manage.py serve` makes its own)",
        "`false`",
    ),
    Variable(
        "STADIUM_VAR",
        "folder of the data, the keys and, on one machine, the database",
        "`var` beside `manage.py`; the folder of the user where there is none",
    ),
    Variable(
        "STADIUM_SHARED",
        (
            "folder that all machines of one address mount: photos, stored prints, snapshots, how the last backup "
            "ended, and the keys that are not set here"
        ),
        "the folder of the data",
    ),
    Variable(
        "STATIC_ROOT",
        "folder of collected files",
        "`var/static`",
    ),
    Variable(
        "MEDIA_ROOT",
        (
            "folder of the photos of deck checks, covers, logos and printed files, shared by all web machines "
            "and workers; never served by the proxy"
        ),
        "`media` in the shared folder",
    ),
    Variable(
        "EVENT_CREATION",
        ("who creates events: `open` is every account, `allowed` the accounts an administrator allows"),
        "`allowed` with `HTTPS` or `BEHIND_PROXY`, else `open`",
    ),
    Variable(
        "CONTACT",
        ("whom to ask for an account that may create events, as shown to people: a name, an email address"),
        'empty: "an administrator of this site"',
    ),
    Variable(
        "VAPID_PRIVATE_KEY",
        (
            "what notifications to phones are signed with: a private key of the curve P-256, 32 bytes"
            " as base64url; the same on all machines of one address, since phones must subscribe again"
            " under another one"
        ),
        "made once, kept in `var/`",
    ),
    Variable(
        "PUSH_OWN_NETWORK",
        "whether notifications may go to a push service in your own network",
        "`false`",
    ),
    Variable(
        "WEBHOOKS_OWN_NETWORK",
        (
            "whether [webhooks](webhooks.md#where-it-may-lead) may go to your own network too, there "
            "also over plain http; never where strangers create events"
        ),
        "`false`",
    ),
    Variable(
        "CARDS_URL",
        "where *Update cards* asks for new cards: TCGdex, or an address with its answers, also in your own network",
        "`https://api.tcgdex.net`",
    ),
    Variable(
        "STADIUM_CARD_PICTURES",
        (
            "folder with your own [pictures of cards](card-data.md#pictures-of-cards), shown in deck lists and "
            "searches instead of Stadium's drawings"
        ),
        "empty: drawings",
    ),
    Variable(
        "SECOND_FACTOR",
        (
            "`optional`, or `required`: anyone who works at an event, organizes or administers sets up "
            "two-step sign-in before any other page"
        ),
        "`optional`",
    ),
    Variable(
        "PERSONAL_DATA_DAYS",
        (
            "so many days after the end of an event its [personal data](administrator.md#personal-data) is removed; "
            "empty or `0`: only when a person is forgotten"
        ),
        "empty",
    ),
    Variable(
        "SIGNUP_OPEN",
        "whether strangers can make an account",
        "`true`",
    ),
    Variable(
        "EMAIL_URL",
        "`submission://name:password@host` for port 587 with STARTTLS, or `smtp://…`; "
        "`?_default_from_email=…` at its end is the sender; with it players get their links and news of their "
        "registration; empty prints mail to the console",
        "empty",
    ),
    Variable(
        "EMAIL_VERIFICATION",
        "`none`, `optional`, `mandatory`",
        "`none`",
    ),
    Variable(
        "TIME_ZONE",
        "zone of pages outside events; each event has its own",
        "`UTC`",
    ),
    Variable(
        "LOG_LEVEL",
        "what the log tells: `DEBUG`, `INFO`, `WARNING`, `ERROR`",
        "`WARNING`",
    ),
    Variable(
        "DEBUG",
        "for developers alone: errors show secrets to everyone",
        "`false`",
    ),
)

BEGIN, END = "<!-- made by: python3 manage.py settings_table -->", "<!-- end of the table -->"
"""Markers around the table."""


def variables_table() -> str:
    """Render the table of all variables in Markdown."""
    rows = [f"| `{variable.name}` | {variable.meaning} | {variable.default} |" for variable in VARIABLES]
    return "\n".join(["| variable | meaning | default |", "|---|---|---|", *rows]) + "\n"


def with_variables_table(text: str) -> str:
    """Return a page of the documentation with the table updated."""
    head, _, rest = text.partition(BEGIN)
    _, _, tail = rest.partition(END)
    return f"{head}{BEGIN}\n\n{variables_table()}\n{END}{tail}"
