"""The whole life of a game, any button at any time, held against a naive model of it."""

import uuid

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from scoring.games.actions.versions import agree_to
from scoring.games.actions.writing import undo_round
from scoring.games.queries import agreements_of, table_of, table_to_write_in
from scoring.models import Entry, Game
from scoring.rules import Position, Round, RuleError, RuleSet, play
from tests.scoring.recount import counted, ends, kept
from tests.scoring.tables import (
    agree,
    choose,
    correct,
    pause,
    phone_of,
    record,
    record_on,
    reopen,
    resume,
    stop,
    table,
    undo,
)

# Short games, so that many of them end.
KINDS = [
    ("nanking", {"target_score": 250}),
    ("nanking", {"mercy_lead": 200}),
    ("wu_wang", {"round_limit": 5}),
    ("trichu", {"round_limit": 3}),
    ("always_last", {"round_limit": 4}),
]
RUNNING, PAUSED, FINISHED, STOPPED = "running", "paused", "finished", "stopped"


@st.composite
def rounds_under(draw: st.DrawFn, position: Position, places: int) -> Round:
    """A round that is right under this position."""
    out = draw(st.permutations(range(places)))
    if not position.sides:
        return Round(out)
    if draw(st.integers(0, 3)) == 3:  # many a game is to end
        return Round(position.sides[draw(st.integers(0, 1))])
    calls = draw(
        st.dictionaries(st.integers(0, places - 1), st.sampled_from(["tichu", "grand"]), max_size=2)
    )
    legal = {seat: call for seat, call in calls.items() if call in position.allowed_calls(seat)}
    if any(set(out[: places // 2]) == set(side) for side in position.sides):
        return Round(out, legal)
    share = draw(st.integers(-5, 25)) * 5
    return Round(out, legal, (share, 100 - share))


class Life(RuleBasedStateMachine):
    @initialize(kind=st.sampled_from(KINDS))
    def start(self, kind):
        variant, house_rules = kind
        self.game = table(phone_of("Anna"), variant, **house_rules)
        self.rules = RuleSet.of(variant, house_rules)
        self.players = table_of(self.game).n_players
        self.places = self.players + (variant in {"trichu", "wu_wang"})
        self.beat = phone_of("Beat")
        # That count, in order: the entry's id and the round
        self.rounds: list[tuple[uuid.UUID, Round]] = []
        # Versions of which none is chosen yet
        self.rivals: dict[int, list[tuple[uuid.UUID, Round]]] = {}
        self.sent: dict[uuid.UUID, tuple[str, int, Round | None, uuid.UUID | None]] = {}
        self.state = RUNNING

    # The model
    # ----------------------------------------------------------------------------------------------

    def played(self) -> list[Round]:
        return [played for _, played in self.rounds]

    def result(self):
        return play(self.rules, self.players, self.played())

    def by_the_rules(self) -> str:
        return FINISHED if self.result().finished and not self.rivals else RUNNING

    def moved_on(self) -> None:
        """What was written has changed: a game that is led by the rules follows them."""
        if self.state in {RUNNING, FINISHED}:
            self.state = self.by_the_rules()

    def stands(self, rounds: list[Round]) -> bool:
        """Whether these rounds can be played one after the other by the people who played them."""
        try:
            result = play(self.rules, self.players, rounds)
        except RuleError:
            return False
        return [each.sides for each in result.rounds] == [
            each.sides for each in self.result().rounds
        ]

    def a_round(self, data, number: int) -> Round:
        position = play(self.rules, self.players, self.played()[: number - 1]).position
        return data.draw(rounds_under(position, self.places))

    def tried(self, allowed: bool, action, *arguments, **more) -> bool:
        """Press a button. It works or is refused just as the model says."""
        if allowed:
            action(self.game, *arguments, **more)
        else:
            with pytest.raises(RuleError):
                action(self.game, *arguments, **more)
        return allowed

    # Writing
    # ----------------------------------------------------------------------------------------------

    @rule(data=st.data(), ahead=st.sampled_from([0, 0, 0, 0, 1]))
    def write_a_round(self, data, ahead):
        number, played, sent = (
            len(self.rounds) + 1 + ahead,
            self.a_round(data, len(self.rounds) + 1),
            uuid.uuid4(),
        )
        takes = self.state == RUNNING and not self.result().finished and ahead == 0
        if self.tried(takes, record, number, played.to_data(), sent):
            self.rounds.append((sent, played))
            self.sent[sent] = ("round", number, played, None)
            self.state = self.by_the_rules()

    @precondition(lambda self: self.rounds)
    @rule(data=st.data(), unseen=st.sampled_from([False, False, False, True]))
    def correct_a_round(self, data, unseen):
        # Mostly the last, since few others can be changed without breaking what follows.
        number = data.draw(st.sampled_from([len(self.rounds), *range(1, len(self.rounds) + 1)]))
        self.correct(number, self.a_round(data, number), unseen=unseen)

    @precondition(lambda self: self.rounds and self.state in {PAUSED, STOPPED})
    @rule(data=st.data())
    def correct_the_last_round_while_nothing_is_written(self, data):
        """It may end the game, which is then seen only when the game goes on."""
        position = play(self.rules, self.players, self.played()[:-1]).position
        if position.sides:
            self.correct(
                len(self.rounds), Round(position.sides[data.draw(st.integers(0, 1))]), unseen=False
            )

    def correct(self, number, played, *, unseen):
        sent, seen = uuid.uuid4(), self.rounds[number - 1][0]
        wanted = [*self.played()[: number - 1], played, *self.played()[number:]]
        replaces = uuid.uuid4() if unseen else seen
        stands = self.stands(wanted) and not unseen and number not in self.rivals
        if self.tried(stands, correct, number, played.to_data(), entry_id=sent, replaces=replaces):
            self.rounds[number - 1] = (sent, played)
            self.sent[sent] = ("correction", number, played, seen)
            self.moved_on()

    @rule(behind=st.sampled_from([0, 0, 0, -1, 1]))
    def take_back(self, behind):
        number, sent = len(self.rounds) + behind, uuid.uuid4()
        allowed = (
            self.state != STOPPED
            and bool(self.rounds)
            and behind == 0
            and number not in self.rivals
        )
        if self.tried(allowed, undo, number, sent):
            self.rounds.pop()
            self.sent[sent] = ("undo", number, None, None)
            if self.state == FINISHED:
                self.state = RUNNING

    # Two phones
    # ---------------------------------------------------------------------------------------------

    @precondition(lambda self: self.rounds)
    @rule(data=st.data(), same=st.sampled_from([False, False, True]))
    def write_a_round_that_is_there(self, data, same):
        number, sent = data.draw(st.integers(1, len(self.rounds))), uuid.uuid4()
        versions = [self.rounds[number - 1], *self.rivals.get(number, ())]
        played = data.draw(st.sampled_from(versions))[1] if same else self.a_round(data, number)
        entry = record_on(self.beat, self.game, number, played.to_data(), sent)
        self.sent[sent] = ("round", number, played, None)
        if played in [version for _, version in versions]:
            assert entry.outcome == "same"
        else:
            assert entry.outcome == "rival"
            self.rivals.setdefault(number, []).append((sent, played))
            self.moved_on()

    @precondition(lambda self: self.rounds)
    @rule(data=st.data())
    def choose_a_version(self, data):
        number = data.draw(
            st.sampled_from([*self.rivals, data.draw(st.integers(1, len(self.rounds)))])
        )
        versions = [self.rounds[number - 1], *self.rivals.get(number, ())]
        chosen, played = data.draw(st.sampled_from([*versions, (uuid.uuid4(), versions[0][1])]))
        wanted = [*self.played()[: number - 1], played, *self.played()[number:]]
        there = number in self.rivals and chosen in [version for version, _ in versions]
        sent = uuid.uuid4()
        fits = chosen == versions[0][0] or self.stands(wanted)
        if self.tried(there and fits, choose, number, Entry(pk=chosen), sent):
            self.rounds[number - 1] = (sent, played)
            self.sent[sent] = ("choice", number, played, chosen)
            del self.rivals[number]
            self.moved_on()

    @precondition(lambda self: self.rivals)
    @rule(data=st.data())
    def take_back_a_version(self, data):
        number = data.draw(st.sampled_from(list(self.rivals)))
        rival, sent = data.draw(st.sampled_from(self.rivals[number])), uuid.uuid4()
        undo_round(self.game, sent, number, self.beat.device, taken=rival[0])
        self.sent[sent] = ("undo", number, None, None)
        self.rivals[number].remove(rival)
        if not self.rivals[number]:
            del self.rivals[number]
        self.moved_on()

    @precondition(lambda self: self.rounds)
    @rule(data=st.data())
    def agree_to_a_round(self, data):
        number, sent = data.draw(st.integers(1, len(self.rounds))), uuid.uuid4()
        agree(self.game, number, self.beat, sent)
        self.sent[sent] = ("agreement", number, None, self.rounds[number - 1][0])

    # Sent again
    # ---------------------------------------------------------------------------------------------

    @precondition(lambda self: self.sent)
    @rule(data=st.data())
    def send_something_again(self, data):
        sent = data.draw(st.sampled_from(list(self.sent)))
        kind, number, played, seen = self.sent[sent]
        if kind == "round":
            again = record(self.game, number, played.to_data(), sent)
        elif kind == "correction":
            again = correct(self.game, number, played.to_data(), entry_id=sent, replaces=seen)
        elif kind == "choice":
            again = choose(self.game, number, Entry(pk=seen), sent)
        elif kind == "agreement":
            again = agree_to(self.game, sent, number, seen, self.beat.device)
        else:
            again = undo(self.game, number, sent)
        assert again.repeated
        assert again.entry.pk == sent
        assert [entry.pk for entry in again.table.entries] == [entry for entry, _ in self.rounds]

    @precondition(lambda self: self.sent)
    @rule(data=st.data())
    def use_an_id_for_something_else(self, data):
        sent = data.draw(st.sampled_from(list(self.sent)))
        number = len(self.rounds) + 1
        played = self.a_round(data, number)
        if self.sent[sent][:3] != ("round", number, played):
            self.tried(False, record, number, played.to_data(), sent)

    # Leading
    # ----------------------------------------------------------------------------------------------

    # One rule for all of them, so that writing is tried as often as leading.
    @rule(button=st.sampled_from([pause, resume, pause, resume, stop, reopen]))
    def lead(self, button):
        before, after = {
            pause: ({RUNNING}, lambda: PAUSED),
            resume: ({PAUSED}, self.by_the_rules),
            stop: ({RUNNING, PAUSED}, lambda: STOPPED),
            reopen: ({STOPPED}, self.by_the_rules),
        }[button]
        waits = button is stop and bool(self.rivals)
        if self.tried(self.state in before and not waits, button):
            self.state = after()

    # What always holds
    # --------------------------------------------------------------------------------------

    @invariant()
    def the_table_shows_what_the_model_knows(self):
        if not hasattr(self, "game"):
            return
        now = table_of(Game.objects.get(pk=self.game.pk))
        assert now.game.state == self.state
        assert [entry.pk for entry in now.entries] == [entry for entry, _ in self.rounds]
        assert now.played == self.played()
        assert now.result == self.result()
        continued = table_to_write_in(now.game)  # without playing it again, if it may
        assert continued.position == self.result().position
        assert list(continued.entries) == now.entries
        assert (self.state == RUNNING) <= (not now.result.finished or bool(self.rivals))
        assert (self.state == FINISHED) <= (not self.rivals)
        kept = agreements_of(self.game).rivals
        assert {number: [entry.pk for entry in entries] for number, entries in kept.items()} == {
            number: [rival for rival, _ in rivals] for number, rivals in self.rivals.items()
        }

    @invariant()
    def the_record_as_rows_is_what_the_rule_book_says(self):
        if hasattr(self, "game"):
            game, result = Game.objects.get(pk=self.game.pk), self.result()
            assert kept(game) == counted(game, self.played(), result)
            assert list(game.seats.values_list("place", "total")) == ends(game, result)

    @invariant()
    def no_entry_ever_goes_or_changes(self):
        if not hasattr(self, "game"):
            return
        kept = {entry.pk: entry for entry in Entry.objects.filter(game=self.game)}
        assert set(kept) == set(self.sent)
        for sent, (kind, number, played, _) in self.sent.items():
            entry = kept[sent]
            assert (entry.kind, entry.number, entry.data) == (
                kind,
                number,
                played.to_data() if played else {},
            )


@pytest.mark.django_db
def test_any_button_at_any_time():
    run_state_machine_as_test(
        Life,
        settings=settings(
            max_examples=10,
            stateful_step_count=20,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow],
        ),
    )


@pytest.mark.slow
@pytest.mark.django_db
def test_any_button_at_any_time_for_long():
    run_state_machine_as_test(
        Life,
        settings=settings(
            max_examples=400,
            stateful_step_count=60,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow],
        ),
    )
