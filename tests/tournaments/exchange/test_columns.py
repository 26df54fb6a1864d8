"""Every table and column, by name: it travels with a club or a tournament, or it stays behind.

A new column fails here until somebody has decided.
"""

from collections.abc import Mapping

from django.apps import apps

from tournaments.exchange import kinds
from tournaments.exchange.kinds import ABOUT, ENTRANT, TABLE, Kind

PARENT = "id club game tournament stage session_round match"  # the place in a document says it
# Tables without a line of their own in a club's document
STAY: Mapping[str, str] = {
    "a list or a line of another kind": "scoring.Device scoring.Seat",
    "of phones and accounts, or opens something": (
        "scoring.Link scoring.Grant scoring.Claim scoring.ClaimLink scoring.PhoneOwner"
        " scoring.PhoneKey scoring.PhoneCode"
        " scoring.ApiKey tournaments.Role tournaments.OpenClubInvitation"
        " tournaments.UsedClubInvitation tournaments.Card tournaments.Phone tournaments.Screen"
        " tournaments.Webhook tournaments.Delivery tournaments.Notice"
        " tournaments.Subscription tournaments.Message"
    ),
    "of this site": (
        "scoring.Use scoring.LimitHit scoring.Import scoring.ImportedGame tournaments.WrongCode"
        " tournaments.Change tournaments.Seal"
    ),
    "secret until the session is over, and then on the pages of this site": (
        "tournaments.DealSeed tournaments.DealtHand tournaments.GivenCards"
    ),
    "follows from the entries": (
        "scoring.RatingList scoring.RatingMark scoring.Rating scoring.RatingChange scoring.Team"
        " scoring.TeamMember scoring.Call scoring.Place scoring.Score"
    ),
}
# Columns that a line has under another name
OTHERWISE: Mapping[str, str] = {
    "scoring.Game": "rematch_of",
    "scoring.Entry": "replaces about settled_by by_device device position",
    "scoring.GameEvent": "by_device device position",
    "scoring.Round": "entry",
    "scoring.Merge": "rows",
    "tournaments.LogLine": "params by",
}
STAY_OF_A_CLUB: Mapping[str, str] = {
    "scoring.Club": "example found coming read_in quotas closes_on moved_to",
    "scoring.Player": "device",
    "scoring.Game": "handover_salt chain_length chain_head kept",
    "scoring.Entry": "link",
    "scoring.GameEvent": "reason_seal link",
    "scoring.Erasure": "device by_account mark",
    "scoring.Merge": "device by_account",
    "tournaments.Tournament": (
        "shown_on found backed_up_at chain_length chain_head chain_salt created_by"
    ),
    "tournaments.Entrant": "key",
    "tournaments.Member": "contact contact_agreed_at",
    "tournaments.SessionRound": "drawn_by",
    "tournaments.Match": "checked_by key typed",
    "tournaments.Ruling": "by",
    "tournaments.LogLine": "reason_seal",
    "tournaments.Remark": "by settled_by",
    "tournaments.Season": "created_by",
}
# A tournament's document: columns that travel, and those of a club's document that do not
OF_A_TOURNAMENT: Mapping[Kind, tuple[tuple[str, ...], str]] = {
    kinds.OF_TOURNAMENT: (
        ABOUT,
        "id desk concealed version hall_version created_at changed_at",
    ),
    kinds.OF_STAGE: (kinds.OF_STAGE.fields, ""),
    kinds.OF_ENTRANT: (ENTRANT, "created_at"),
    kinds.OF_MEMBER: (("order", "active", "entrant", "player"), ""),
    kinds.OF_PARTICIPATION: ((*kinds.OF_PARTICIPATION.fields, "stage", "entrant"), ""),
    kinds.OF_ABSENCE: (("stage", "entrant", "round_number", "worth"), ""),
    kinds.OF_RULING: ((*kinds.OF_RULING.fields, "stage", "entrant"), ""),
    kinds.OF_SESSION_ROUND: ((*kinds.OF_SESSION_ROUND.fields, "stage"), ""),
    kinds.OF_MATCH: ((*TABLE, "session_round"), "version"),
    kinds.OF_PLACE: ((*kinds.OF_PLACE.fields, "session_round", "entrant", "match"), ""),
    kinds.OF_MATCH_GAME: ((*kinds.OF_MATCH_GAME.fields, "match", "game"), ""),
    kinds.OF_REMARK: ((*kinds.OF_REMARK.fields, "match", "entrant"), "device"),
}


def all_kinds() -> dict[str, Kind]:
    single = [one for one in vars(kinds).values() if isinstance(one, Kind)]
    every = {*single, *kinds.OF_A_TOURNAMENT, *kinds.BEFORE_GAMES, *kinds.AFTER_TOURNAMENTS}
    return {kind.model._meta.label: kind for kind in every}


def test_every_table_has_lines_in_a_club_s_document_or_stays_behind() -> None:
    stay = [label for labels in STAY.values() for label in labels.split()]
    assert sorted([*stay, *all_kinds()]) == sorted(
        model._meta.label
        for app in ("scoring", "tournaments")
        for model in apps.get_app_config(app).get_models(include_auto_created=True)
    )


def test_every_column_travels_with_a_club_or_stays_behind() -> None:
    every = all_kinds()
    assert {*OTHERWISE, *STAY_OF_A_CLUB} <= every.keys()
    for label, kind in every.items():
        travel = {*kind.columns, *OTHERWISE.get(label, "").split()}
        stay = {*STAY_OF_A_CLUB.get(label, "").split()}
        columns = {column.name for column in kind.model._meta.concrete_fields}
        assert columns - travel - stay <= {*PARENT.split()}, label
        assert travel | stay <= columns, label
        assert not travel & stay, label


def test_every_column_of_a_tournament_travels_with_it_or_stays_behind() -> None:
    assert set(OF_A_TOURNAMENT) == {kinds.OF_TOURNAMENT, *kinds.OF_A_TOURNAMENT}
    for kind, (travel, stay) in OF_A_TOURNAMENT.items():
        assert sorted([*travel, *stay.split()]) == sorted(kind.columns), kind.name
