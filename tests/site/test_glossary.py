"""One word for one thing, in every language: what the rule books call it, in all texts that speak
of it.

The words and where they are from: docs/decisions.md. A text that speaks of the thing in English has
the language's word for it; a text where it is another word, or none, stands in `BESIDE`, with the
reason.
"""

import re
from collections.abc import Mapping

import pytest
from babel.messages import Catalog
from django.utils.translation import gettext, override

from tests.site.catalogues import CATALOGUES, forms, read
from tournaments.pages.public.criteria import column

LANGUAGES = ("de", "fr", "pl", "ru")
# What the English text says, and how the word begins, or what it may begin with, in the order of
# `LANGUAGES`.
WORDS: Mapping[str, tuple[str, str, str, str]] = {
    # At the table
    r"Tichus?(?! Desk| and grand)": ("Tichu", "Tichu", "Tichu", "Тичу"),
    "Grand Tichus?": (r"gro(ß|ss)\w+ Tichu", "grands? Tichu", "wielki\\w+ Tichu", r"больш\w+ Тичу"),
    "double victory": ("Doppelsieg", "empire", "podwójn", "двойн"),
    "triple victory": ("Trippelsieg", "empire à trois", "potrójn", "тройн"),
    "Dragon": ("Drache", "Dragon", "smok", "дракон"),
    "Phoenix": ("Phönix", "Phénix", "feniks", "феникс"),
    "wish": ("Wunsch|Wünsche", "vœu", "żądani", "требовани"),
    "card points": ("Kartenpunkt", "points des plis", "punkt\\w+ z lew", "очк\\w+ за карты"),
    # Russian says of two who play together that they are a pair where English makes a verb of it.
    "partners?": ("Partner", "partenaire", "partner", "напарни|в паре"),
    "opponents?": ("Gegner", "adversaire", "przeciwni", "соперни"),
    "dealer": ("Geber", "donneur", "rozdaj", "разда"),
    "Minister": ("Minister", "Ministre", "minist", "министр"),
    "score sheets?": (
        "Punkteblatt|Punkteblätter",
        "feuilles? de score",
        "arkusz",
        "протокол|бланк",
    ),
    r"rematch(?! could)": ("Revanche", "revanche", "rewanż", "реванш"),
    "shuffles?": ("misch", "mélange", "tasuj|tasow", "тас"),
    r"(?<!by )(?<!and )(?<!to )hands?(?! the| over| without)": (
        "Runde",
        "manche",
        "rozda",
        "раунд",
    ),
    # At a tournament
    r"tournaments?(?!'s round)": ("Turnier", "tournoi", "turniej", "турнир"),
    r"(?<!freeze the )standings": ("Rangliste|Stand", "classement", "klasyfikacj", "таблиц"),
    "tie-breaks?": ("Feinwertung", "départage", "kryteri", "показател"),
    r"byes?(?! or absent)": ("Freilos", "exempt", "woln\\w+ los", "пропуск"),
    "victory points?": (
        "Siegpunkt",
        "points? de victoire",
        "punkt\\w+ zwycięstw",
        "победн\\w+ очк",
    ),
    "director": ("Turnierleitung", "direction", "kierowni", "организатор"),
    "referee": ("Schiedsrichter", "arbitre", "sędzi", "судь"),
    r"entrants?(?! must| holds)": ("Teilnehm", "participant", "uczestni", "участник"),
    "stages?": ("Phase|Stufe|Abschnitt", "phase", "etap", "этап"),
    "penalt(?:y|ies)": ("Straf", "pénalité", "kar", "штраф"),
    "seeds?": ("Setz|gesetzt", "têtes? de série", "rozstawi", "посе"),
    "leagues?": ("Liga|Ligen", "ligue", "lig", "лиг"),
    "seasons?": ("Saison", "saison", "sezon", "сезон"),
    "club": ("Club", "club", "klub", "клуб"),
    "pairs?": ("Paar", "paire", "par", "пар"),
    "teams?": ("Team", "équipe", "drużyn", "команд"),
    "prize-giving": ("Siegerehrung", "remise des prix", "wręczeni", "награждени"),
    "drafts?": ("Entwurf|Entwürf", "brouillon", "szkic", "черновик"),
    "schedules?": ("Spielplan|Spielpläne", "calendrier", "harmonogram", "расписани"),
    "links?": ("Link", "lien", "link", "ссыл"),
    "Buchholz": ("Buchholz", "Buchholz", "Buchholz", "Бухгольц"),
    "phones?": ("Handy", "téléphone", "telefon", "телефон"),
    "ratings?": ("Wertung", "cote", "rating", "рейтинг"),
    "substitute": ("Ersatz|springt|einspring", "remplac", "zmienni|zastę", "замен"),
    "seal": ("Siegel", "sceau", "pieczę", "пломб"),
}
# Second words for the same things, which would be as good, were they the first ones.
NEVER = {
    "de": r"Mannschaft|Spielleiter|Sitzplatz|\bVerein\b|Spielrunde|Smartphone|Spielblatt",
    "fr": "binôme|coéquipier|directeur|smartphone|\\bmobile\\b|compétition",
    "pl": "zawodni|oponent|rozgryw|kolejk|komórk|dyrektor|zespół|smartfon",
    "ru": "партнёр|оппонент|противник|смартфон|соревнован|ведущ",
}
# Where a text is said otherwise, and rightly so.
BESIDE = {
    # German and Polish: "if somebody leaves"
    (
        "If an entrant leaves below half of their matches, none of them counts; from half on, the "
        "rest are forfeits."
    ),
    "If an entrant leaves, results stay, and later opponents have a free round.",
    "When an entrant leaves",
    "New link",  # German and French: "renew", beside the link that is meant
    "This is not a game from Tichu Desk. Its text begins with TICHU1:",  # what the machine writes
    "A custom call is named %(name)s; it needs a name other than tichu and grand.",
    "“%(typed)s” is not a site's address. Example: https://www.club.example",
    # "and its partner": German and French say "who plays with it", since a dummy is nobody's
    # partner
    "%(player)s may not call %(call)s: the dummy and its partner may only call Tichu.",
    "with any partner",  # German: with whomever
    "Best partner",  # French and Polish: the best pair
    # A name or a phone in somebody's hand
    "Hand it over",
    "hand it over, or say that it is you",
    "Without an account, this applies to this phone only: anyone who has the phone counts as you.",
    # The 14 cards of a seat, which a board of duplicate keeps
    "%(field)s must be one hand of a seat, with 14 different cards.",
    "A card is noted in two hands, boards: %(boards)s.",
    "A hand has 14 cards. Chosen: %(count)s.",
    (
        "Another hand of this board has one of these cards too. Check yours, and ask the director "
        "if it is right."
    ),
    "No hand is noted yet.",
    "Noted in two hands:",
    "There is no such hand.",
    "a card is noted in two hands",
    # Who directs for a club is no director of a tournament yet.
    "Only the site's owner or a club's director can start a club.",
    "Only the site's owner or a club's director can start a club. Ask for an invitation.",
    "Pairs at this table who have met before: %(count)s.",  # Polish: how often it has happened
    # Russian leaves them out where nobody else can be meant.
    (
        "There is room for %(limit)s entrant, and %(there)s are entered: raise the limit, or put "
        "them on the waiting list."
    ),
    # German, French and Russian: without saying who, since both sides may be people or teams
    (
        "Knock-out, one game to 1000; if both teams get there with the same score, they play "
        "another hand."
    ),
    "To 1000 points; if both teams get there with the same score, the game ends in a draw.",
    "To 1000 points, or as soon as one team is 400 ahead.",
}


@pytest.fixture(scope="module")
def catalogues() -> dict[str, Catalog]:
    return {path.parts[-3]: read(path) for path in CATALOGUES}


@pytest.mark.parametrize("word", WORDS)
def test_one_thing_has_one_word(catalogues: dict[str, Catalog], word: str) -> None:
    speaks = re.compile(rf"(?<![\w-]){word}(?![\w-])", re.IGNORECASE)
    found, met = [], 0
    for language, stem in zip(LANGUAGES, WORDS[word], strict=True):
        said = re.compile(stem, re.IGNORECASE)
        for message in catalogues[language]:
            texts = [re.sub(r"%\(\w+\)s|<[^>]+>", "", text) for text in forms(message.id)]
            if not any(speaks.search(text) for text in texts) or forms(message.id)[0] in BESIDE:
                continue
            met += 1
            found += [
                f"{language}: {forms(message.id)[0]!r}: {text!r}"
                for text in forms(message.string)[-1:]
                if not said.search(text.replace("\u00ad", "").replace("\u00a0", " "))
            ]
    assert found == []
    assert met >= len(LANGUAGES), "nothing speaks of it"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_second_word_is_used_for_it(catalogues: dict[str, Catalog], language: str) -> None:
    said = re.compile(NEVER[language], re.IGNORECASE)
    texts = [
        text for message in catalogues[language] if message.id for text in forms(message.string)
    ]
    assert [text for text in texts if said.search(text.replace("\u00ad", ""))] == []


def test_every_exception_is_a_text_that_there_is(catalogues: dict[str, Catalog]) -> None:
    assert {text for text in BESIDE if catalogues["de"].get(text) is None} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_abbreviated_over_a_column_is_written_out_elsewhere(language: str) -> None:
    with override(language):
        calls = column("calls")
        assert len(calls.short) < len(calls.name)
        assert column("games_won").short != gettext("Games")
