"""The same pages in English, Spanish, French and Brazilian Portuguese."""

import re
from datetime import date, datetime

import pytest
from django.contrib.auth.password_validation import MinimumLengthValidator, validate_password
from django.core.exceptions import ValidationError
from django.core.validators import MinLengthValidator
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext, override

from config.formats.library_texts import OF_OTHERS
from tests import build
from tests.html import markup
from tournaments.models import User

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

LANGUAGES = ("en", "es", "fr", "pt-br")


def html_lang(answer: object) -> str:
    return markup(answer).partition('<html lang="')[2].partition('"')[0]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("languages", "read"),
    [
        ("es-MX,es;q=0.9,en;q=0.5", "es"),
        ("fr-CA", "fr"),
        ("pt", "pt-br"),
        ("pt-PT,en;q=0.1", "pt-br"),
        ("de,en;q=0.5", "en"),
        ("", "en"),
    ],
)
def test_the_browser_says_which_language_it_reads(client, languages, read):
    answer = client.get("/", headers={"accept-language": languages})
    assert html_lang(answer) == read
    assert answer.headers["Content-Language"] == read
    assert "Accept-Language" in answer.headers["Vary"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_chooses_a_language_stays_on_the_page_and_keeps_the_language(client, language):
    page = reverse("decks:check") + "?style=standard"
    html = markup(client.get(page, headers={"accept-language": "fr"}))
    assert f'<button name="language" value="{language}" lang="{language}"' in html
    assert f' name="next" value="{page}">' in html

    answer = client.post(reverse("set_language"), {"language": language, "next": page})
    assert answer.status_code == 302
    assert answer["Location"] == page
    assert html_lang(client.get("/", headers={"accept-language": "fr"})) == language


def test_nobody_is_sent_to_another_site(client):
    answer = client.post(reverse("set_language"), {"language": "es", "next": "https://elsewhere.example/"})
    assert answer["Location"] == "/"


@pytest.mark.parametrize("name", ["tournaments:home", "decks:check", "cards:formats", "account_login"])
def test_the_switch_stands_on_every_page(client, name):
    assert markup(client.get(reverse(name))).count('name="language"') == len(LANGUAGES)


def test_the_switch_stands_on_pages_of_an_event_and_on_a_page_that_is_not_there(client):
    event = build.event(published=True)
    for address in (reverse("tournaments:event", args=[event.slug]), "/nothing-here"):
        assert 'name="language"' in markup(client.get(address))


@pytest.mark.parametrize(
    ("language", "long", "with_day", "short"),
    [
        ("en", "26 July 2017", "Wednesday 26 July, 14:30", "26 Jul 2017"),
        ("es", "26 de julio de 2017", "miércoles 26 de julio, 14:30", "26/07/2017"),
        ("fr", "26 juillet 2017", "mercredi 26 juillet, 14:30", "26/07/2017"),
        ("pt-br", "26 de julho de 2017", "quarta-feira, 26 de julho, 14:30", "26/07/2017"),
    ],
)
def test_days_are_written_as_the_language_writes_them(language, long, with_day, short):
    moment = datetime(2017, 7, 26, 14, 30)  # noqa: DTZ001
    with override(language):
        assert date_format(moment, "j F Y") == long
        assert date_format(moment) == long
        assert date_format(moment, "l j F, H:i") == with_day
        assert date_format(moment, "j M Y") == short
        assert date_format(moment, "D j M, H:i").endswith(
            short.removesuffix("/2017").removesuffix(" 2017") + ", 14:30"
        )
        assert date_format(moment, "TIME_FORMAT") == "14:30"
        assert date_format(date(2017, 7, 6), "Y-m-d") == "2017-07-06"


@pytest.mark.parametrize(
    ("language", "long", "short", "second"),
    [
        ("en", "1 July 2017", "1 Jul 2017", "2 July 2017"),
        ("es", "1 de julio de 2017", "01/07/2017", "2 de julio de 2017"),
        ("fr", "1er juillet 2017", "01/07/2017", "2 juillet 2017"),
        ("pt-br", "1º de julho de 2017", "01/07/2017", "2 de julho de 2017"),
    ],
)
def test_the_first_of_a_month_has_its_ordinal(language, long, short, second):
    with override(language):
        assert date_format(date(2017, 7, 1), "j F Y") == long
        assert date_format(date(2017, 7, 1), "j M Y") == short
        assert date_format(date(2017, 7, 2), "j F Y") == second
        assert date_format(date(2017, 7, 1), "Y-m-d") == "2017-07-01"


@pytest.mark.parametrize("text", [str(one) for one in OF_OTHERS if isinstance(one, str)])
def test_libraries_address_the_reader_as_we_do(text):
    """Their Spanish texts say "usted", while we say "tú" (LANGUAGE_STYLE)."""
    with override("es"):
        said = gettext(text)
    assert said != text
    assert not re.search(r"\b([Ss]u|[Ss]us|[Uu]sted|Introduzca|Asegúrese|Debe|Por favor)\b", said)


@pytest.mark.parametrize(("length", "text"), [(1, "al menos 1 carácter."), (8, "al menos 8 caracteres.")])
def test_the_help_of_a_new_password_says_tu(length, text):
    with override("es"):
        assert MinimumLengthValidator(length).get_help_text() == f"Tu contraseña debe tener {text}"


def test_a_form_says_tu(client):
    page = markup(
        client.post(
            reverse("account_login"), {"login": "", "password": ""}, headers={"accept-language": "es"}
        )
    )
    assert "Este campo es obligatorio" in page
    with override("es"), pytest.raises(ValidationError, match="Escribe al menos 3 caracteres"):
        MinLengthValidator(3)("ab")


def test_english_never_writes_a_day_in_digits_alone():
    with override("en"):
        assert date_format(datetime(2017, 7, 6, 9, 5), "SHORT_DATETIME_FORMAT") == "6 Jul 2017, 09:05"  # noqa: DTZ001


@pytest.mark.parametrize(
    ("language", "short", "similar"),
    [
        ("es", "al menos 8 caracteres", "se parece demasiado a otro dato tuyo: correo electrónico."),
        (
            "fr",
            "au moins 8 caractères",
            "ressemble trop à un autre de vos renseignements\xa0: adresse e-mail.",
        ),
        ("pt-br", "pelo menos 8 caracteres", "é parecida demais com outro dado seu: e-mail."),
    ],
)
def test_a_weak_password_is_refused_in_the_words_of_the_page(language, short, similar):
    user = User(username="x", email="marta.vidal@stadium.example")
    with override(language):
        for password, sentence in (("x", short), ("stadium-12", similar)):
            with pytest.raises(ValidationError) as refused:
                validate_password(password, user)
            assert sentence in " ".join(refused.value.messages)
