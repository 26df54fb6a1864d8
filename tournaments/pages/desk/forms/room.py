"""The form for the tables in the room."""

from django.utils.translation import gettext_lazy as _

from tournaments.actions.room import MOST_TABLES
from tournaments.models import Tournament
from tournaments.pages.forms import BoundedForm, WholeNumberField, one_of

P = Tournament.RoomPlan

# Each choice with its name and its effect.
ROOM_PLANS = (
    (
        P.SHIFTS,
        _("In shifts"),
        _("First all tables of the first shift, then the rest. Each shift has the whole time."),
    ),
    (
        P.QUEUE,
        _("In a queue"),
        _("As soon as a table has its result, the next match is called there."),
    ),
)


class RoomForm(BoundedForm):
    """The two settings, named as the columns of `Tournament`."""

    tables = WholeNumberField(
        label=_("Tables in the room"),
        help_text=_("Leave it empty for as many as a round needs."),
        least=1,
        most=MOST_TABLES,
        message=_("Enter the tables in the room: 1 to %(most)s, or nothing."),
        required=False,
    )
    room_plan = one_of(P.choices, _("Choose one of these."))
