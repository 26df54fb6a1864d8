"""The card of a table: the token in its QR code, and a six-character code to type if no camera
works.

Both are derived from the site's secret and the card's key. Only a keyed hash of the code is stored,
for the lookup: a copy of the database reveals no codes.
"""

from django.utils.crypto import salted_hmac

from tournaments import tokens
from tournaments.models import Card

# Without the look-alikes 0 and O, 1, I and L
ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
LENGTH = 6  # 31 ** 6: nearly 900 million
SPACES = " -–—.\u00a0\u202f\t"  # typed between the two halves
MOST_TYPED = 40  # characters that are read

token_of_card = tokens.token_of
card_of = tokens.card_of


def code_of(card: Card) -> str:
    """Return a card's six characters, for example "K7P3QX"."""
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
    """Return a code as printed, in two halves: "K7P 3QX"."""
    return f"{code[: LENGTH // 2]} {code[LENGTH // 2 :]}"


def hash_of_code(code: str) -> str:
    """Return the stored hash of a code: 64 hexadecimal characters."""
    return salted_hmac("tournaments.table_codes.kept", code, algorithm="sha256").hexdigest()


def read_code(text: str) -> str:
    """Normalise a typed code; "" if it cannot be one."""
    tidy = text[:MOST_TYPED].upper().translate({ord(space): None for space in SPACES})
    return tidy if len(tidy) == LENGTH and all(character in ALPHABET for character in tidy) else ""


def card_by_code(text: str) -> Card | None:
    """Return the card with a typed code, in any case and with any spaces, or None. One query."""
    code = read_code(text)
    found = (
        Card.objects.select_related("tournament").filter(code_hash=hash_of_code(code)).first()
        if code
        else None
    )
    # A card found by its hash only has this code while the site's secret is unchanged since
    # printing.
    return found if found is not None and code_of(found) == code else None
