"""The vocabulary of the field: what English texts must not say, and how each language translates the terms."""

import re

import pytest

from core.queries.glossary import glossary_terms
from core.words.glossary_words import MEANINGS
from tests.test_translations import LANGUAGES, forms_of, messages

NEVER = (
    r"\b[Tt]ake[ns]? (?:\w+ ){0,3}back\b",  # undo; unpost; withdraw
    r"\b(?:tells?|telling) (?:a|the|your|their) result|\bwas told\b|\bNot told\b",  # report a result
    r"\bby lot\b|\bby chance\b",  # at random
    r"\bput right\b",  # fix, correct
    r"\bdoor list\b|\b[Ee]verybody is here\b",  # attendance list; check in everyone
    r"\b(?:has|had) left\b|\bleft the event\b|\bplays again\b",  # dropped; reinstated
    r"\b[Oo]pponents’ wins\b|\btheir opponents’|\btheir opponents %",  # Opp. win %
    r"\b[Rr]edraw\w*|\b[Dd]rawn? (?:it |them )?(?:again|anew)\b",  # re-pair
    r"\b[Rr]ound (?:\S+ )?(?:is |was )?(?:not )?drawn\b",  # paired
    r"\b(?:this|the|no|next) draw\b",  # pairing
    r"\banew\b|\b[Mm]eanwhile\b|\bby now\b|\bany more\b",  # again; since then; no longer
    r"\b[Mm]end(?:s|ed|ing)?\b|\bright first\b",  # fix, correct
    r"\b[Ee]mpty: ",  # Leave blank to …
    r"\b[Ww]hoever\b|\b[Ww]ho may\b",  # players who; who can
    r"\b[Ss]omebody\b|\b[Nn]obody\b|\b[Ee]verybody\b|\b[Aa]nybody\b",  # no one, everyone, another judge
    r"\b(?:by itself|by themselves)\b",  # automatically
    r"\b[Ee]xtra times?\b",  # time extension
    r"\b(?:[Tt]he|[Aa]) cut\b|\band cut\b",  # top cut
    r"\(R-\d",  # behind an info button
    r"\bstands? in the\b|(?<!has been )\btold\b|\bgiven up\b|\bis kept for\b",  # is in, reported, reserved
    r"\b(?:not out yet|put there|taken away)\b",  # not posted yet; moved; removed, deleted
    r"\bwishe[sd]\b|\b[Nn]o wish\b|\ba wish\b",  # pairing request
    r"\b[Uu]ntick\w*|\b[Tt]icked\b|\bjudged again\b",  # clear, selected; checked again
    r"\bNone answers\b|[Cc]lock of jobs",  # No worker responds; job scheduler
    r"\bis no (?:photo|log|line|rehearsal|Player ID|country)\b",  # is not a …
    r"\bgoes? on by hand\b|\bis there again\b|\breported otherwise\b",  # continue; is back; another result
    r"\b(?:is|was|are) (?:closed|settled|forgotten|kept apart|judged) already\b",  # is already …
    r"\bcards taken\b|\bwhat is taken\b",  # confiscated
    r"\bnot right yet\b|\bone of both\b|\ban event of its own\b",  # needs a correction; either; separate
    r"\bAll is well\b|\b[Pp]ut the cause right\b|\bheld against\b",  # OK; fix the cause; compared with
    r"\bSay (?:why|how|what|who|when|where|whether)\b|\bor say\b",  # Enter why; Announce how many; use --starter
    r"\b[Ll]ook at (?:\w+ ){0,3}again\b|\bthe list alone\b",  # check; only the list
    r"\bwaits for\b",  # is open; needs; is passed on to
    r"\b(?:does|do|did) not answer\b|\bName (?:an?|one) ",  # respond; Enter an event, Enter one for all
    r"\w'|'\w",  # ’
    r"\b(?:put right|held against|recognis|judgement)\w*",  # corrected; compared with; American spelling
)

OTHERS = {
    "es": (
        r"\bmazos?\b",  # baraja
        r"[«»]",  # “ ”
        r"\b\w+(?:áis|éis)\b|\bvuestr[oa]s?\b",  # tú, never vosotros
        r"\boponentes?\b",  # rival
        r"\bmont(?:ón|ones)\b",  # pila
        r"\bextensi(?:ón|ones) de tiempo\b|\btiempo extra\b",  # tiempo adicional
        r"\bmesa de control\b",  # mesa de organización
        r"\bfuncionarios?\b",  # personal
        r"\bsobres\b|\b(?:un|el|del|al|cada|este|otro|primer|mismo) sobre\b",  # paquete de mejora
        r"\b[Dd]iscrepanc\w+",  # diferencia
        r"\b[Uu]sted(?:es)?\b|(?:^|[.:?] )(?:Introduzca|Asegúrese|Seleccione|Cambie|Añada|Indique|Elija|Escriba)\b",
        r"\b[Ss]u contraseña\b",
        r"\bcomprobaciones de baraja\b|\b[Ll]a ID\b",  # comprobaciones de barajas; el ID
        r"\d %",  # must be a no-break space
        r"\bmarcas? de reglamento\b",  # marca de regulación
        r"\b[Pp]untos? de atención\b",  # alerta
    ),
    "fr": (
        r"\barbitr\w+",  # juge
        r"événement",  # évènement
        r"\bhorloge\b|\bprolongations?\b",  # chronomètre, temps supplémentaire
        r"\bregistres?\b",  # journal
        r"[^\s\u00a0:;!?][!?;](?=\s|$)| [:;!?»](?=\s|$)|« ",  # need a no-break space before them
        r"'",  # ’
        r"\bpochettes?\b|\b[Tt]ape[rz]\b",  # protège-carte; toucher
        r"\bvérifications de deck\b",  # vérifications de decks
        r"\d %|[“”]",  # must be a no-break space; « »
        r"\bmarques? de régulation\b",  # marque de réglementation
        r"\b[Pp]oints? d’attention\b",  # alerte
    ),
    "pt_BR": (
        r"\bdecks?\b(?! )",  # baralho
        r"\b[Cc]ards?\b|\b[Vv]ez(?:es)? de jogar\b",  # carta; turno
        r"\b[Ss]egundas? chances?\b|\b[Pp]ontos? de atenção",  # mulligan; alerta
        r"\b[Ee]mparceir\w+",  # parear
        r"\btelefones?\b",  # celular
        r"[«»]",
        r"\bprorrogaç\w+|\bextens(?:ão|ões) de tempo\b|\btempo extra\b",  # tempo adicional
        r"\bverificações de baralho\b|\b[Aa] ID de jogador\b|\b[àa] Play\b",  # de baralhos; o ID; ao Play! Pokémon
        r"\b[Aa]crescent\w+|\b[Ee]xclu[ií]\w+|\blista da porta\b|\bQR code\b",  # adicionar; remover; código QR
        r"\bmarcas? de regulamento\b",  # marca de regulamentação
    ),
}

CALLED = (
    (r"\bdeck checks?\b", {"es": r"comprob", "fr": r"vérifi", "pt_BR": r"verific"}),
    (r"\bhead judge\b", {"es": r"juez principal", "fr": r"juge principal", "pt_BR": r"juiz principal"}),
    (
        r"\btime extensions?\b",
        {"es": r"tiempos? adicional|minutos?", "fr": r"temps supplémentaire", "pt_BR": r"tempos? adiciona"},
    ),
    (r"\btop cut\b", {"es": r"\bcorte\b", "fr": r"phase finale", "pt_BR": r"\bcorte\b"}),
    (
        r"\bmatch slips?\b",
        {"es": r"hojas? de resultado", "fr": r"feuilles? de match", "pt_BR": r"súmulas?"},
    ),
    (r"\bdeck lists?\b", {"es": r"\blistas?\b", "fr": r"\blistes?\b", "pt_BR": r"\blistas?\b"}),
    (
        r"\bextra turns?\b",
        {"es": r"turnos? adicional", "fr": r"tours? supplémentaire", "pt_BR": r"turnos? adiciona"},
    ),
    (r"\bSudden Death\b", {"es": r"Muerte Súbita", "fr": r"Mort Subite", "pt_BR": r"Morte Súbita"}),
    (
        r"\bage divisions?\b",
        {
            "es": r"categorías? de edad|categor",
            "fr": r"catégories? d’âge|catégor",
            "pt_BR": r"categorias? de idade|categor",
        },
    ),
    (
        r"\bPlayer IDs?\b",
        {"es": r"\bIDs?\b", "fr": r"[Ii]dentifiants? de joueur|Fin de l’identifiant", "pt_BR": r"\bIDs?\b"},
    ),
    (r"\bstandings\b", {"es": r"clasificaci", "fr": r"classement", "pt_BR": r"classifica|colocação"}),
    (r"\bbye\b", {"es": r"\bbyes?\b", "fr": r"\bbyes?\b", "pt_BR": r"\bbyes?\b"}),
    (
        r"\bjudge\b",
        {
            "es": r"\bjue(?:z|ces)\b|\bnadie\b",
            "fr": r"\bjuges?\b|\bpersonne\b",
            "pt_BR": r"\bju[ií]z(?:es)?\b|\bninguém\b",
        },
    ),
    (r"\bPrize cards?\b", {"es": r"Premio", "fr": r"Récompense", "pt_BR": r"Prêmio"}),
    (r"\bpods?\b", {"es": r"\bgrupos?\b", "fr": r"\bgroupes?\b", "pt_BR": r"\bgrupos?\b"}),
    (r"\bpenalt(?:y|ies)\b", {"es": r"penaliza", "fr": r"sanction", "pt_BR": r"penalidade"}),
    (r"\bjournal\b", {"es": r"registro", "fr": r"journa", "pt_BR": r"registro"}),
    (r"\brematch(?:es)?\b", {"es": r"repetid", "fr": r"répét", "pt_BR": r"repetid"}),
)
"""An English term, and a stem of its translation that each language must have in the same message."""


def english() -> list[str]:
    return [source for message in messages("es") for source, _translated in forms_of(message)]


def test_english_uses_the_words_of_the_field():
    said = {pattern: [one for one in english() if re.search(pattern, one)] for pattern in NEVER}
    assert {pattern: found for pattern, found in said.items() if found} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_avoid_the_words_that_mean_something_else(language):
    pairs = [pair for message in messages(language) for pair in forms_of(message)]
    found = {
        pattern: [(source, text) for source, text in pairs if re.search(pattern, _bare(text))]
        for pattern in OTHERS[language]
    }
    assert {pattern: texts for pattern, texts in found.items() if texts} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_term_has_its_name(language):
    wrong = {
        source: text
        for message in messages(language)
        for source, text in forms_of(message)
        for term, names in CALLED
        if text and re.search(term, _bare(source)) and not re.search(names[language], text, re.IGNORECASE)
    }
    assert wrong == {}


@pytest.mark.parametrize(
    ("language", "penalty", "notice"),
    [("es", "Advertencia", "Alerta"), ("fr", "Avertissement", "Alerte"), ("pt_BR", "Advertência", "Alerta")],
)
def test_a_warning_on_a_page_is_not_called_like_the_penalty(language, penalty, notice):
    said = {one.context: one.string for one in messages(language) if one.id == "Warning"}
    assert said == {None: penalty, "doctor": notice}


TWO_GENDERS = ("Undone", "Newest", "Next", "Must not meet", "Refused", "Stopped", "Changed", "Withdrawn")


@pytest.mark.parametrize("word", TWO_GENDERS)
def test_a_word_for_things_of_two_genders_or_numbers_has_two_translations(word):
    """A context of gettext says which thing is meant."""
    said = {
        language: {form for one in messages(language) for source, form in forms_of(one) if source == word}
        for language in LANGUAGES
    }
    assert any(len(forms) > 1 for forms in said.values()), said


def test_the_glossary_page_explains_every_term_once():
    assert [term.key for term in glossary_terms()] == list(MEANINGS)


def test_the_test_finds_other_words():
    assert re.search(NEVER[0], "Take round 5 back")
    for said in ("Round %(round)s is drawn", "Whoever comes late", "Start the cut", "Drawn again (R-095)"):
        assert any(re.search(one, said) for one in NEVER), said
    assert re.search(OTHERS["fr"][4], "Est-ce juste?")
    assert not re.search(OTHERS["fr"][4], "Est-ce juste\u00a0?")


def _bare(text: str) -> str:
    """Remove placeholders, tags, URLs and the only name with an exclamation mark."""
    return re.sub(r"<[^>]*>|%\(\w+\)[sd]|\{\w+\}|https?:\S+|Play! Pokémon", "", text)
