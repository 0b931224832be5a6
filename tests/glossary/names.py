"""What may be used in place of a name of the glossary, and where a word is not a term."""

ALSO = {
    "award": ("award",),
    "banned_card": ("banned",),
    "booster_pack": ("pack",),
    "card_pool": ("pool",),
    "collector_set": ("collector set",),
    "deck_building": ("deck building",),
    "division_junior": ("Juniors",),
    "division_masters": ("Masters",),
    "division_senior": ("Seniors",),
    "draft_pod": ("pod",),
    "draw_card": ("draw", "drawn"),
    "extra_turns": ("extra turn",),
    "fossil_trainer": ("Fossil Trainer card",),
    "item_card": ("Item",),
    "legal_card": ("legal",),
    "official_tournament": ("official event",),
    "opponents_opponents_win_percentage": ("Opp. opp. win %", "Opp. opp. win"),
    "opponents_win_percentage": ("Opp. win %", "Opp. win"),
    "pair_up_down": ("pair-down", "paired up", "paired down"),
    "prerelease": ("prerelease",),
    "prize_card": ("Prize",),
    "prize_penalty": ("Prize penalty",),
    "proxy_card": ("proxy",),
    "setup": ("setup",),
    "single_game_match": ("single game",),
    "supporter_card": ("Supporter",),
    "swiss_system": ("Swiss",),
    "tcg": ("Pokémon TCG",),
    "tournament_staff": ("staff",),
    "trainer_card": ("Trainer",),
}
"""Other names of a term in English."""

ANOTHER_MEANING = (
    "by hand / at hand / hand in / hands in / hands it in / card back into / hand out / hand it / "
    "hand yours / hand each / hand the / for your records / cut-off / cut-offs / been cut / "
    "cutting order / first place / turn on / turn off / turns over / turns up / "
    "turn it off / turn this off / turns cards over / turns four cards over / "
    "turns the cards over / turn the cards over / first turns / Not final / "
    "turns the last cards over / turn four cards over / turn the last cards over / turn cards over / "
    "turn notifications on / turn notifications off / turn the screen / turns at least three times / "
    "with three turns / turn DEBUG off / turn two-step sign-in off / turn them off / "
    "cards match / sleeves match / sleeves must match / not match / "
    "take turns / round corners / round pack / crash pack / League Cup / League Challenge / "
    "Standard Webhooks / Pokémon TCG Live / Standard texts / Lighthouse Games / set up / "
    "journal event / in brackets / Main door, Stage"
)
"""Phrases in which a word is not the term."""

PEOPLE = ("player", "opponent", "judge", "winner", "loser", "player_who_starts", "tournament_staff")
PRONOUNS = {
    "es": "quien / quienes / nadie / alguien / alguno / cualquiera / cada uno / los dos / ambos / todos / persona",
    "fr": "qui / personne / chacun / celui / les deux / tous / tout le monde / l’un / chacun",
    "pt_BR": "quem / ninguém / alguém / qualquer um / cada um / os dois / todos / pessoa",
}
"""What a sentence may use in place of a person."""

ACCEPTED = {
    "absent": {"es": "faltó", "pt_BR": "faltou"},
    "age_division": {"pt_BR": "categoria"},
    "appeal": {"es": "apela…", "pt_BR": "apela…"},
    "attack": {"es": "ataca…", "fr": "attaqu…", "pt_BR": "ataca…"},
    "banned_card": {"es": "prohibido", "fr": "interdit", "pt_BR": "banida"},
    "booster_pack": {"es": "paquete", "pt_BR": "pacote"},
    "card": {"es": "tarjeta / ficha", "fr": "fiche", "pt_BR": "cartão / ficha"},
    "card_back": {"fr": "dos", "pt_BR": "verso"},
    "booster_draft": {"es": "Booster Draft"},
    "championship_points": {"es": "Puntos de Campeonato"},
    "cp_event": {"es": "Puntos de Campeonato"},
    "energy_lightning": {"fr": "Électrique"},
    "errata": {"es": "errata"},
    "match_slip": {"pt_BR": "súmula"},
    "report_result": {"fr": "déclarer un résultat"},
    "rochester_draft": {"es": "draft Rochester"},
    "solomon_draft": {"es": "draft Salomón"},
    "card_pool": {"es": "pool", "fr": "pool", "pt_BR": "pool"},
    "check_in": {
        "es": "asistencia / confirmar / autoconfirmación / autoconfirmaciones",
        "fr": "présence / confirmer",
        "pt_BR": "presença / confirmar",
    },
    "clockwise": {"es": "sentido horario", "fr": "sens horaire"},
    "coin": {"fr": "pile ou face"},
    "coin_flip": {"es": "lanzar moneda", "pt_BR": "jogar moeda"},
    "concede": {"es": "concesión", "fr": "concession", "pt_BR": "concessão"},
    "copy_of_card": {"es": "copiar", "fr": "copie / copiez / copier", "pt_BR": "copiar / copie"},
    "counterclockwise": {"es": "sentido antihorario", "fr": "sens antihoraire"},
    "deck_building": {"es": "construcción", "fr": "construction", "pt_BR": "montagem"},
    "division_junior": {"es": "Júnior", "fr": "Juniors", "pt_BR": "Júnior"},
    "division_masters": {"es": "Máster", "fr": "Masters", "pt_BR": "Masters"},
    "division_senior": {"es": "Sénior", "fr": "Seniors", "pt_BR": "Sênior"},
    "draft": {"es": "draft… / elegir / elige… / seleccion…", "fr": "draft…", "pt_BR": "draft…"},
    "draft_pod": {"fr": "groupe", "pt_BR": "grupo"},
    "draw_card": {"es": "robar / roba", "fr": "piocher / pioch…", "pt_BR": "comprar"},
    "drop": {"es": "retirarse", "fr": "abandon / abandonner", "pt_BR": "desistir / desist…"},
    "event": {"es": "torneo", "fr": "tournoi / sur place / ici", "pt_BR": "torneio"},
    "evolve": {"es": "evoluciona", "fr": "évoluer"},
    "face_up": {"pt_BR": "face para cima"},
    "final": {
        "es": "definitivo / última palabra",
        "fr": "définitif / dernier mot",
        "pt_BR": "definitivo / última palavra",
    },
    "in_play": {"es": "en curso / jugando", "fr": "en cours", "pt_BR": "em andamento / sendo jogada"},
    "item_card": {"es": "Objeto", "fr": "Objet", "pt_BR": "Item"},
    "late": {
        "es": "tarde / tardío / retraso",
        "fr": "tard / tardive / retardataire",
        "pt_BR": "atraso / atrasou / atrasaram / atrasa / tarde",
    },
    "late_entry": {"es": "llegara tarde", "fr": "arrivé en retard", "pt_BR": "chegou atrasado"},
    "league": {"es": "liga", "pt_BR": "Liga"},
    "legal_card": {
        "es": "válido / validez",
        "fr": "légal / légalité / valide / validité",
        "pt_BR": "legal / válida / inválida / validade",
    },
    "loss": {"es": "perdido", "fr": "perdu", "pt_BR": "perdido"},
    "match": {
        "es": "coincidir / encajar",
        "fr": "correspondre / concorder",
        "pt_BR": "coincidir / corresponder / combinar / conferir",
    },
    "official_tournament": {"es": "evento oficial", "fr": "évènement homologué", "pt_BR": "evento oficial"},
    "opponents_opponents_win_percentage": {
        "es": "vict. rivales rivales / victorias rivales rivales",
        "fr": "vict. adv. / victoires adversaires",
        "pt_BR": "vit. oponentes / vitórias oponentes",
    },
    "opponents_win_percentage": {
        "es": "vict. rivales / victorias rivales",
        "fr": "vict. adv. / victoires adversaires",
        "pt_BR": "vit. oponentes / vitórias oponentes",
    },
    "pair_up_down": {
        "es": "emparejado con más puntos",
        "fr": "apparié au-dessus / apparié en dessous",
        "pt_BR": "pareado acima / pareado abaixo",
    },
    "pairing": {"es": "emparejar", "fr": "apparier / apparié", "pt_BR": "parear"},
    "pick": {"es": "elegir / elige… / eligi… / elija…", "fr": "chois… / sélection", "pt_BR": "escolher"},
    "place": {"es": "lugar / sitio / plaza", "fr": "position", "pt_BR": "lugar / vaga / posição"},
    "prize_card": {"es": "Premio", "fr": "Récompense", "pt_BR": "Prêmio"},
    "player": {
        "es": "asistencia / inscripción / emparejado",
        "fr": "présence / abandon / retardataire",
        "pt_BR": "presença / inscrição / desistência",
    },
    "prerelease": {"es": "prelanzamiento", "fr": "avant-première", "pt_BR": "pré-lançamento"},
    "promo_card": {"es": "carta promocional"},
    "proxy_card": {
        "es": "proxy / proxies",
        "fr": "proxy / remplacer",
        "pt_BR": "proxy / proxies / substituir",
    },
    "re_pair": {
        "es": "emparejar / emparejamiento",
        "fr": "apparier / appariement / apparié",
        "pt_BR": "parear / pareamento",
    },
    "record": {
        "es": "anotar / registrar / ficha / historial",
        "fr": "note… / fiche",
        "pt_BR": "anotar / registrar / cadastro / histórico",
    },
    "redraft": {"es": "nuevo draft / otra / elegir cartas de nuevo / volver a elegir cartas"},
    "registration": {"es": "registro / registrar", "fr": "enregistrement / enregistrer", "pt_BR": "registro"},
    "no_show": {"es": "ausente / ausentes", "fr": "absent / absents", "pt_BR": "ausente / ausentes"},
    "reinstate": {"es": "vuelve al torneo"},
    "reprint": {"es": "reimpresión"},
    "round_clock": {"fr": "chronomètre"},
    "seat": {
        "es": "sentar / sient… / sitio / plaza",
        "fr": "place / asseoir",
        "pt_BR": "lugar / sentar / vaga",
    },
    "seed": {"es": "semilla / Cab.", "fr": "graine", "pt_BR": "semente / Cab."},
    "setup": {
        "es": "preparar / configurar / configuración",
        "fr": "préparer / mise en place / réglage",
        "pt_BR": "configuração",
    },
    "shuffle": {"es": "mezclar", "fr": "remélang…"},
    "single_game_match": {
        "es": "una sola partida / partida única",
        "fr": "partie unique / une partie",
        "pt_BR": "jogo único",
    },
    "sleeve": {"pt_BR": "protetor"},
    "standings": {"pt_BR": "colocação"},
    "supporter_card": {"es": "Partidario", "fr": "Supporter", "pt_BR": "Apoiador"},
    "swiss_system": {"es": "suizo", "fr": "suisse", "pt_BR": "suíço"},
    "swiss_round": {"es": "ronda suiza"},
    "tcg": {"es": "JCC Pokémon", "fr": "JCC Pokémon"},
    "table": {"es": "tabla", "fr": "tableau / barème", "pt_BR": "tabela"},
    "team": {"pt_BR": "grupo"},
    "tie": {"es": "empatar", "fr": "égalité", "pt_BR": "empatar"},
    "tiebreaker": {"es": "desempate", "fr": "départage", "pt_BR": "desempate"},
    "time_called": {
        "es": "agotar / tiempo acabar",
        "fr": "temps écoulé",
        "pt_BR": "esgotar / tempo acabar",
    },
    "tournament_staff": {
        "es": "organización / equipo / personal",
        "fr": "organisation / équipe / personnel",
        "pt_BR": "organização / equipe",
    },
    "trainer_card": {"es": "Entrenador", "fr": "Dresseur", "pt_BR": "Treinador"},
    "venue": {"pt_BR": "local"},
    "warning": {"es": "alerta", "fr": "alerte", "pt_BR": "alerta"},
    "winner": {"fr": "gagnant"},
    "win": {"es": "ganar / gana… / vict.", "fr": "gagner / vict.", "pt_BR": "vencer / venc… / ganhar / vit."},
}
"""Other names that are correct besides that of the glossary: words, or the stem of a word with …"""

AS_WRITTEN = {
    # implied by the heading, the label beside it or the sentence before
    "bracket": ("Seed in the bracket",),
    "booster_pack": (
        "Booster only. The time depends on the cards left in the pack, …",
        "Opening packs and registering pools",
        "Picks get shorter as packs get smaller",
    ),
    "deck": ("Check before the event started: …", "Check this deck", "The redraft before round …"),
    "deck_list": ("Deck list",),
    "game": (
        "A game is won with …",
        "Swiss, time called before a Sudden Death game …",
        "The file is of another game …",
    ),
    "match": (
        "A judge may extend the time of a match …",
        "First: exactly one player was late …",
        "Report, and drop after this match",
        "Results don’t match",
        "A result counts once both players’ reports match. …",
        "Swiss, …",
        "The moves match this draft, …",
        "You have a bye: no match this round, …",
    ),
    "player": (
        "A tiebreaker game replaces …",
        "Between games 2 and 3: a tiebreaker game …",
        "First player",
        "A judge may issue a proxy …",
        "For a card damaged during the event, …",
        "The head judge confirms Game Losses and higher. …",
        "Otherwise a tiebreaker game: …",
        "The last player in is …",
        "The rules do not say. By default the players below …",
        "This match is not the one paired first: …",
        "“By simulation” is an estimate: …",
    ),
    "result": ("Give an event, or a file with --results.", "Scan to enter the result"),
    "round": (
        "In best of three, games 2 and 3 have two minutes each …",
        "One of the two entered after the round …",
        "They entered after the round was paired, …",
    ),
    "table": ("round %(round)s has no result at %(n)s table…",),
    # prizes of the event at the start of a message, not Prize cards
    "prize_card": (
        "Prize",
        "Prize, row …",
        "Prizes",
        "Prizes by place",
        "Prizes changed …",
        "Prizes copied. …",
        "Prizes saved: …",
        "Prizes to sign for",
        "Prizes: …",
    ),
    "turn": (
        "Turns go clockwise",
        "It is not seat …",
        "It is not their turn",
        "packs and turns skip it. …",
    ),
    # with a pronoun, an adjective or a verb in place of the noun
    "best_of_three": ("Games decide a match: …",),
    "copy_of_card": ("One per line, copies first: …",),
    "draft": (
        "Draft mode",
        "Players in this draft",
        "Start draft",
        "draft mode",
        "Solomon is drafted in pairs, …",
        "The rules do not cover an odd number of players; …",
        "The event settings decide whether Solomon is drafted here, …",
    ),
    "event": (
        "Print what to say when the event opens",
        "What to say when the event opens: …",
        "The next event is sent …",
    ),
    "game_loss": ("Game Loss after",),
    "match_loss": ("Match Loss after",),
    "seat": ("Empty seats", "Take your seats at one table. …"),
    "card": (
        "Cards you opened",
        "Look at your cards in secret. …",
        "One card each, and the last card goes to the first player; …",
        "The cards you took are face down …",
    ),
    "drafted_cards": ("Set the player’s drafted cards aside together, …",),
    "drop": (
        "Players reinstated: %(n)s. …",
        "They are not paired in later rounds. …",
    ),
    "late": (
        "A late player plays …",
        "A late team plays …",
    ),
    "record": (
        "%(name)s did not advance to day 2: …",
        "%(name)s dropped after round %(number)s: …",
    ),
    "registration": ("Picks are tracked, …",),
    "reinstate": (
        "Players dropped: %(n)s. …",
        "Reinstated: %(names)s.",
    ),
    "seed": ("Seeds 1 and 2 can meet only in the final: …",),
    # another meaning of the word, or a word of a file
    "item_card": ("Items you added are removed.", "Separate several with |, for example Item|ACE SPEC."),
    "ace_spec": ("Separate several with |, for example Item|ACE SPEC.",),
    "attach": ("Attach", "Benched Pokémon are placed apart from each other …"),
    "world_championships": ("Note anything special about the copies in brackets after the line: …",),
}
"""Messages, some by their first words, whose translation correctly omits a term."""

OTHER_NAMES = {
    ("best_of_three", "es"): "al mejor de tres",
    ("swiss_round", "es"): "ronda suiza",
    ("redraft", "es"): "nuevo draft",
    ("match_slip", "pt_BR"): "súmula",
    ("report_result", "fr"): "déclarer un résultat",
    ("proxy_card", "es"): "carta proxy",
    ("proxy_card", "pt_BR"): "carta proxy",
    ("opponents_win_percentage", "en"): "Opp. win %",
    ("opponents_win_percentage", "es"): "% vict. rivales",
    ("opponents_win_percentage", "fr"): "% vict. adv.",
    ("opponents_win_percentage", "pt_BR"): "% vit. oponentes",
    ("opponents_opponents_win_percentage", "en"): "Opp. opp. win %",
    ("opponents_opponents_win_percentage", "es"): "% vict. rivales de rivales",
    ("opponents_opponents_win_percentage", "fr"): "% vict. adv. des adv.",
    ("opponents_opponents_win_percentage", "pt_BR"): "% vit. oponentes dos oponentes",
}
"""Names that the page shows differently from the glossary: in a sentence, as a short form, as a column title."""

CAPITALS = (
    "Ajustes del Sistema",
    "Ajustes do Sistema",
    "elige Archivos, Con TOM",
    "Estrella Prisma",
    "Réglages Système",
)
"""Names of other things in which a word of the glossary is capitalized."""
