"""The deals of the app: a whole pack, without favour, and as `docs/duplicate.md` says."""

import re
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.processes import ROOT
from tournaments.pairing.duplicate.deals import DECK, deal, hash_of

DOCS = (ROOT / "docs/duplicate.md").read_text(encoding="utf-8")
(CODE,) = re.findall(r"```python\n(.*?)```", DOCS, re.DOTALL)
IN_THE_DOCS: dict[str, Any] = {}
exec(CODE, IN_THE_DOCS)
SEEDS = st.binary(min_size=32, max_size=32)
BOARDS = st.integers(1, 999)


def by_the_docs(seed: bytes, board: int) -> list[str]:
    """`dealt` as it stands in docs/duplicate.md: 56 cards in the order of dealing."""
    found: list[str] = IN_THE_DOCS["dealt"](seed, board)
    return found


@given(SEEDS, BOARDS)
def test_a_deal_is_what_the_docs_say(seed: bytes, board: int) -> None:
    assert [card for hand in deal(seed, board) for card in hand] == by_the_docs(seed, board)


@given(SEEDS, BOARDS)
def test_a_deal_is_a_whole_pack_in_four_hands(seed: bytes, board: int) -> None:
    hands = deal(seed, board)
    assert [len(hand) for hand in hands] == [14] * 4
    assert sorted(card for hand in hands for card in hand) == sorted(DECK)
    assert len(set(DECK)) == 56


def test_a_deal_that_was_published_once_stays_the_same() -> None:
    seed = bytes(32)
    assert hash_of(seed) == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    assert deal(seed, 1)[0][:8] == (
        *("pagoda-Q", "pagoda-8", "star-2", "star-8", "star-4", "jade-2", "mah-jong"),
        "pagoda-K",
    )


@pytest.mark.parametrize("card", ["phoenix", "jade-2"])
def test_every_place_is_as_likely_for_a_card(card: str) -> None:
    """With 2,800 deals each of 56 places is expected 50 times: chi-squared of 55 degrees of
    freedom is below 93 in 999 of 1,000 packs, and these deals are always the same.
    """
    found = Counter(
        [one for hand in deal(bytes([7] * 32), board) for one in hand].index(card)
        for board in range(1, 2_801)
    )
    assert sum((found[place] - 50) ** 2 / 50 for place in range(56)) < 93
