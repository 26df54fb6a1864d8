"""The form for how the evening is run: agreement, end of time, objections."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament
from tournaments.pages.forms import BoundedForm, WholeNumberField, one_of

A, U = Tournament.Agreement, Tournament.Unfinished

# Each choice with its name and its effect on a table.
AGREEMENTS = (
    (
        A.CONFIRM,
        _("The other side agrees with one tap"),
        _("It sees the result in big digits. The usual way."),
    ),
    (
        A.TRUST,
        _("The table's result counts"),
        _("Nobody has to agree. Quick, and fine among friends."),
    ),
    (
        A.BLIND,
        _("Both sides enter the result"),
        _(
            "Neither side sees what the other enters; the result counts if both agree. For "
            "championships."
        ),
    ),
)
UNFINISHED = (
    (
        U.HAND,
        _("The current hand is finished"),
        _("The match then counts as it stands: it stops with the next hand entered."),
    ),
    (
        U.NOW,
        _("The match counts as it stands"),
        _("It stops immediately. An unfinished hand does not count."),
    ),
    (U.PLAYS_ON, _("The match is played to its end"), _("The clock only shows who is late.")),
    (
        U.RULING,
        _("The director decides each of them"),
        _("Nothing stops automatically; the board shows where."),
    ),
)
NO_CHOICE = _("Choose one of these.")
NO_MINUTES = _("Enter whole minutes from 0 to %(most)s.")


class EveningForm(BoundedForm):
    """The settings, named as the columns of `Tournament`. Stand-ins are for leagues only."""

    agreement = one_of(A.choices, NO_CHOICE)
    unfinished = one_of(U.choices, NO_CHOICE)
    last_hand_minutes = WholeNumberField(
        label=_("Last hand, minutes before the end"),
        help_text=_("All tables then see “last hand”. 0: only when the director calls it."),
        least=0,
        most=60,
        message=NO_MINUTES,
    )
    objection_minutes = WholeNumberField(
        label=_("Objections, minutes after a result"),
        help_text=_("How long players can object on their own page. 0: not at all."),
        least=0,
        most=1440,
        message=NO_MINUTES,
    )
    papers_twice = forms.BooleanField(required=False)
    may_leave = forms.BooleanField(required=False)
    names_stand_ins = forms.BooleanField(required=False)
    stand_in_limit = WholeNumberField(
        label=_("Matches that a person may stand in"),
        help_text=_("Empty: as many as needed."),
        required=False,
        least=1,
        most=100,
        message=_("Enter a whole number from 1 to %(most)s, or nothing."),
    )
