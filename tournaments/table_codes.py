"""The card of a table: the token in its QR code, and six characters to type where no camera works.

Both follow from the site's secret and the card's key. Of the code only a keyed hash is kept, by
which it is found: a copy of the database alone tells no code.
"""

from django.utils.crypto import salted_hmac

from tournaments import tokens
from tournaments.models import Card

# Without 0 and O, 1, I and L, which look alike on paper
ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
LENGTH = 6  # 31 ** 6: nearly 900 million
SPACES = " -–—.\u00a0\u202f\t"  # what people put between two halves
MOST_TYPED = 40  # characters that are looked at

token_of_card = tokens.token_of
card_of = tokens.card_of


def code_of(card: Card) -> str:
    """The six characters of a card, for example "K7P3QX"."""
    secret = f"{card.tournament_id}:{card.number}:{card.key}"
    rest = int.from_bytes(
        salted_hmac("tournaments.table_codes", secret, algorithm="sha256").digest(), "big"
    )
    characters = []
    for _ in range(LENGTH):
        rest, index = divmod(rest, len(ALPHABET))
        characters.append(ALPHABET[index])
    return "".join(characters)


def shown_code(code: str) -> str:
    """A code as it is printed, in two halves: "K7P 3QX"."""
    return f"{code[: LENGTH // 2]} {code[LENGTH // 2 :]}"


def hash_of_code(code: str) -> str:
    """What is kept of a code: hexadecimal, of 64 characters."""
    return salted_hmac("tournaments.table_codes.kept", code, algorithm="sha256").hexdigest()


def read_code(text: str) -> str:
    """A code as somebody typed it, tidied; empty where it can be none."""
    tidy = text[:MOST_TYPED].upper().translate({ord(space): None for space in SPACES})
    return tidy if len(tidy) == LENGTH and all(character in ALPHABET for character in tidy) else ""


def card_by_code(text: str) -> Card | None:
    """The card whose code was typed, in any case and with any spaces; None where no card has it.
    One query.
    """
    code = read_code(text)
    found = (
        Card.objects.select_related("tournament").filter(code_hash=hash_of_code(code)).first()
        if code
        else None
    )
    # A card found by its hash has this code only while the site's secret is the one it was printed
    # with.
    return found if found is not None and code_of(found) == code else None
