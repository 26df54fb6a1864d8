"""The form for stand-ins in one match: at the desk, on an entrant's own page, at the table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.games.names.validation import LONGEST_NAME
from scoring.games.names.visibility import COLUMNS, Person, person
from scoring.models import Player
from scoring.pages.common import status_of
from scoring.rules import RuleError
from tournaments.actions.stand_ins import may_name, name_stand_in, take_back_stand_in
from tournaments.match.stand_ins import has_dates, pairs_at
from tournaments.models import Match, Member, Place, SessionRound, Stage
from tournaments.names import called, is_shielded, stand_in_words
from tournaments.pages.common import messages_of
from tournaments.pages.forms import BoundedForm, one_of

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

MOST_SUGGESTED = 200  # names of the club's list


class StandInForm(BoundedForm):
    """For whom, who, and whether the director agrees that they play for others."""

    member = one_of((), gettext_lazy("Choose whom they replace."))
    name = forms.CharField(
        label=gettext_lazy("Who plays instead"),
        required=False,
        help_text=gettext_lazy("A name of the club’s list, or a new one."),
    )
    agreed = forms.BooleanField(required=False)

    def __init__(self, data: Any, members: Sequence[tuple[int, str]]) -> None:
        super().__init__(data)
        self.fields["member"].choices = members  # type: ignore[attr-defined]


@dataclass
class StandIns:
    """The people of a match, or of one entrant in it (`who`), and the form to replace one."""

    match: Match
    request: HttpRequest
    by: "AbstractBaseUser | None"
    who: int | None = None
    not_back: RuleError | None = field(default=None, init=False)  # why nobody could be taken back

    def __post_init__(self) -> None:
        entrants = self.match.places.order_by("side", "order").values_list("entrant", flat=True)
        wanted = [pk for pk in entrants if self.who in {None, pk}]
        rows = Member.objects.filter(entrant__in=wanted, active=True).select_related("player")
        members = sorted(rows, key=lambda one: (wanted.index(one.entrant_id), one.order, one.pk))
        instead = {out: comes for some in pairs_at(self.match).values() for out, comes in some}
        players = Player.objects.in_bulk(instead.values())
        self.replaced = [
            (one.pk, called(players[instead[one.player_id]]), called(one.player))
            for one in members
            if instead.get(one.player_id) in players
        ]
        self.members = [(one.pk, called(one.player)) for one in members]
        posted = self.request.method == "POST" and "back" not in self.request.POST
        self.form = StandInForm(self.request.POST if posted else None, self.members)

    @property
    def open(self) -> bool:
        return may_name(self.match, director=self.by is not None)

    @property
    def asks_agreement(self) -> bool:
        """Whether the director can let somebody play who plays for others."""
        refusal = self.form.refusal
        codes = {one.code for one in refusal.mistakes} if refusal else set()
        return self.by is not None and (
            "plays_for_others" in codes or bool(self.form.errors and self.form["agreed"].value())
        )

    @property
    def suggested(self) -> list[str]:
        """Return names of the club's list, for the director. One query."""
        if self.by is None:
            return []
        club = self.match.session_round.stage.tournament.club_id
        names = Player.listed.filter(club=club, merged_into__isnull=True).exclude(name="")
        return list(names.order_by("name").values_list("name", flat=True)[:MOST_SUGGESTED])

    @property
    def longest(self) -> int:
        return LONGEST_NAME

    @property
    def errors(self) -> list[str]:
        """Return the messages that belong to no field."""
        if self.not_back is not None:
            return messages_of(self.not_back)
        return [str(text) for text in self.form.non_field_errors()]

    @property
    def status(self) -> int:
        return status_of(self.not_back) if self.not_back else self.form.status

    def save(self) -> bool:
        """Carry out what was sent; return whether it worked."""
        if back := self.request.POST.get("back", ""):
            try:
                take_back_stand_in(self.match, self._known(back), self.by)
            except RuleError as error:
                self.not_back = error
        elif self.form.is_valid():
            values = self.form.cleaned_data
            with self.form.collect_errors():
                member, agreed = self._known(values["member"]), values["agreed"]
                name_stand_in(self.match, member, values["name"], self.by, agreed=agreed)
        return self.not_back is None and not self.form.errors

    def _known(self, sent: str) -> int:
        """Return the id of one of the people who can be replaced here, 0 for any other."""
        return next((pk for pk, _name in self.members if str(pk) == sent), 0)


def lines_of_stand_ins(stage: Stage, names: Mapping[int, str], *, public: bool) -> list[str]:
    """Return who stood in for whom in the published rounds of a league, for below its standings.
    Entrants who asked to be hidden have no line for visitors. One query, two if there are any.
    """
    if not has_dates(stage):
        return []
    rows = Place.objects.filter(session_round__stage=stage).exclude(stand_ins=[])
    places = list(
        rows.exclude(session_round__state=SessionRound.State.DRAFT)
        .select_related("entrant", "session_round")
        .order_by("session_round__number", "match__number", "side", "order")
    )
    known = _people_of(places)
    if public:
        places = [place for place in places if not _is_hidden(place, known)]
    return [
        _("Stand-in in round %(round)s, %(entrant)s: %(words)s")
        % {
            "round": place.session_round.number,
            "entrant": names.get(place.entrant_id, ""),
            "words": stand_in_words(known[comes], known[out], in_full=not public),
        }
        for place in places
        for out, comes in place.stand_ins
        if {out, comes} <= known.keys()
    ]


def _people_of(places: Sequence[Place]) -> dict[int, Person]:
    """Return everybody at these places, those replaced too: one query if there are any."""
    ids = {pk for place in places for pk in chain(place.people or (), *place.stand_ins)}
    columns = Player.objects.filter(pk__in=ids).values_list("pk", *COLUMNS) if ids else ()
    return {pk: person(*about) for pk, *about in columns}


def _is_hidden(place: Place, known: Mapping[int, Person]) -> bool:
    return is_shielded(place.entrant, [known[pk] for pk in place.people or () if pk in known])
