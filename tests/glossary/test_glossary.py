"""Every term of the glossary has its name in each language, in every message where it occurs."""

import re
from functools import cache
from pathlib import Path

import pytest

from tests.glossary.names import (
    ACCEPTED,
    ALSO,
    ANOTHER_MEANING,
    AS_WRITTEN,
    CAPITALS,
    OTHER_NAMES,
    PEOPLE,
    PRONOUNS,
)
from tests.glossary.terms import Finder, Line, holds, lines, says
from tests.test_translations import LANGUAGES, ROOT, forms_of, messages

OWN = ROOT / "core" / "data" / "glossary.csv"
"""The terms shown on the page *Glossary*."""

WHOLE = "rules/GLOSSARY.csv"
"""All terms, in the folder beside the project."""


@cache
def finder(path: Path) -> Finder:
    return Finder(lines(path), ALSO, _split(ANOTHER_MEANING))


@cache
def terms_of(path: Path) -> dict[str, set[Line]]:
    """Return the terms in each English form of each message."""
    sources = {source for message in messages("es") for source, _text in forms_of(message)}
    return {source: finder(path).find(source) for source in sources}


def right(line: Line, language: str, source: str, text: str) -> bool:
    """Return whether the translation of a message contains one of a term's names, or need not."""
    names = [line.names[language], *_split(ACCEPTED.get(line.key, {}).get(language, ""))]
    names += _split(PRONOUNS[language]) if line.key in PEOPLE else []
    return any(holds(text, name, language) for name in names) or any(
        is_the_message(source, one) for one in AS_WRITTEN.get(line.key, ())
    )


def _split(names: str) -> list[str]:
    return names.split(" / ") if names else []


def is_the_message(source: str, first_words: str) -> bool:
    begins = first_words.removesuffix("…")
    return source.startswith(begins) if begins != first_words else source == first_words


def mismatches(path: Path, language: str) -> list[tuple[str, str, str]]:
    return [
        (line.key, source, text)
        for message in messages(language)
        for source, text in forms_of(message)
        for line in terms_of(path)[source]
        if not right(line, language, source, text)
    ]


def test_the_names_of_the_glossary_page_are_those_of_the_glossary(shared):
    named = {line.key: line.names for line in lines(shared / WHOLE)}
    others = {
        (line.key, language): name
        for line in lines(OWN)
        for language, name in line.names.items()
        if line.key in named and name != named[line.key][language]
    }
    assert others == OTHER_NAMES


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_term_of_the_glossary_page_has_its_name_in_every_message(language):
    assert mismatches(OWN, language) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_term_of_the_whole_glossary_has_its_name_in_every_message(language, shared):
    assert mismatches(shared / WHOLE, language) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_says_the_name_that_a_term_had_before(language, shared):
    former = [line for line in lines(shared / WHOLE) if language in line.until]
    found = [
        (line.key, text)
        for message in messages(language)
        for _source, text in forms_of(message)
        for line in former
        if says(text, line.until[language], language)
    ]
    assert found == []


def test_the_name_of_today_comes_before_the_printed_one(tmp_path):
    (tmp_path / "GLOSSARY.csv").write_text(
        "key,en,es,fr,pt_BR\n"
        "extra_turns,extra turns,turnos adicionales,tours supplémentaires,vezes de jogar adicionais\n"
        "round,round,ronda,ronde,rodada\n",
        "utf-8",
    )
    (tmp_path / "GLOSSARY_TODAY.csv").write_text(
        "key,en,pt_BR_until,pt_BR_today,since,evidence\n"
        "extra_turns,extra turns,vezes de jogar adicionais,turnos adicionais,2020,printed cards\n",
        "utf-8",
    )
    turns, of_both = lines(tmp_path / "GLOSSARY.csv")
    assert turns.names["pt_BR"] == "turnos adicionais"
    assert turns.names["es"] == "turnos adicionales"
    assert (of_both.names["pt_BR"], of_both.until) == ("rodada", {})
    assert right(turns, "pt_BR", "", "São 3 turnos adicionais")
    assert not right(turns, "pt_BR", "", "São 3 vezes de jogar adicionais")
    assert says("Uma vez de jogar adicional", turns.until["pt_BR"], "pt_BR")
    assert not says("O guia de 2014 dizia “vezes de jogar adicionais”", turns.until["pt_BR"], "pt_BR")


def test_the_names_of_today_are_read_from_the_glossary_of_today(shared):
    by_key = {line.key: line for line in lines(shared / WHOLE)}
    assert by_key["turn"].names["pt_BR"] == "turno"
    assert by_key["turn"].until == {"pt_BR": "vez de jogar"}
    assert by_key["mulligan"].until == {"pt_BR": "segunda chance"}


def test_every_exception_is_one(shared):
    """A phrase, a name or a message that no longer occurs must be removed from the tables above."""
    found = terms_of(shared / WHOLE)
    keys = {line.key for line in lines(shared / WHOLE)}
    assert set(ALSO) | set(ACCEPTED) | set(AS_WRITTEN) | set(PEOPLE) <= keys
    assert [
        one for ones in AS_WRITTEN.values() for one in ones if not any(is_the_message(s, one) for s in found)
    ] == []
    english = "\n".join(found).lower()
    said = [*_split(ANOTHER_MEANING), *(one for ones in ALSO.values() for one in ones)]
    assert [one for one in said if one.lower() not in english] == []


@pytest.mark.parametrize(
    ("key", "language", "wrong", "good"),
    [
        ("deck", "es", "Tus mazos", "Tus barajas"),
        ("round", "fr", "Le tour est fini", "Les rondes sont finies"),
        ("match", "es", "Se juega la partida", "Se juegan los encuentros"),
        ("tie", "fr", "Deux tirages", "Deux matchs nuls"),
        ("judge", "pt_BR", "Os árbitros", "Os juízes"),
        ("player", "fr", "Les participants", "Les joueuses"),
        ("drop", "pt_BR", "Eles saíram", "Eles desistiram"),
        ("time_extension", "es", "Más tiempo", "Tiempos adicionales"),
        ("ruling", "pt_BR", "As regras", "As decisões"),
    ],
)
def test_another_word_is_found_and_another_form_is_not(key, language, wrong, good, shared):
    line = next(line for line in lines(shared / WHOLE) if line.key == key)
    assert not right(line, language, "", wrong)
    assert right(line, language, "", good)


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("Enter %(name)s’s deck lists", {"deck_list"}),
        ("Best of three: the match is a tie", {"best_of_three", "match", "tie"}),
        ("Two Prize cards; prizes for the best", {"prize_card", "award"}),
        ("Teammates hand in the deck", {"deck"}),
        ("A bench in the hall", set()),
        ("Five on the Bench", {"bench"}),
        ("They dropped, then conceded", {"drop", "concede"}),
    ],
)
def test_the_longest_term_wins(text, keys, shared):
    assert {line.key for line in finder(shared / WHOLE).find(text)} == keys


MIDDLE = re.compile(r"(?<=[\w,;·%)’]) (\w{3,})")
"""A word within a sentence, not after a full stop, a colon or an opening quote."""

QUOTED = re.compile("|".join(["“[^”]*”", "«[^»]*»", "<[^>]*>", *map(re.escape, CAPITALS)]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_the_hall_have_no_capital_within_a_sentence(language, shared):
    texts = [text for message in messages(language) for _source, text in forms_of(message)]
    found = {text: capitals(text, language, shared / WHOLE) for text in texts}
    assert {text: words for text, words in found.items() if words} == {}


def capitals(text: str, language: str, path: Path) -> list[str]:
    """Return capitalized words within a sentence that the glossary writes in lower case."""
    small = small_words(path, language)
    return [word for word in MIDDLE.findall(QUOTED.sub("", text)) if word.istitle() and word.lower() in small]


@cache
def small_words(path: Path, language: str) -> set[str]:
    words = {word for line in lines(path) for word in re.findall(r"\w+", line.names[language])}
    of_names = {word.lower() for word in words if word.istitle()}
    return {f"{word}{end}" for word in words - of_names for end in ("", "s", "es") if word.islower()}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Gestión, Ronda 4", ["Ronda"]),
        ("El Juez va a la Mesa 3. Ronda 4", ["Juez", "Mesa"]),
        ("Fuera de Combate: 2 cartas de Premio en “Mesa 3”", []),
    ],
)
def test_a_capital_within_a_sentence_is_found(text, words, shared):
    assert capitals(text, "es", shared / WHOLE) == words
