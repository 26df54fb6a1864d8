"""The registry of variants. A new game is one module, and one line here beside its import."""

from collections.abc import Mapping
from types import MappingProxyType

from .always_last import ALWAYS_LAST
from .grand_seigneur import GRAND_SEIGNEUR
from .nanking import NANKING
from .nanking_five import NANKING_FIVE
from .nanking_pairs import NANKING_PAIRS
from .tientsin import TIENTSIN
from .trichu import TRICHU
from .variant import Variant
from .wu_wang import WU_WANG

GAMES: tuple[Variant, ...] = (
    NANKING,
    TIENTSIN,
    NANKING_FIVE,
    NANKING_PAIRS,
    TRICHU,
    WU_WANG,
    GRAND_SEIGNEUR,
    ALWAYS_LAST,
)
USUAL = NANKING.key  # the default of a stage

VARIANTS: Mapping[str, Variant] = MappingProxyType({variant.key: variant for variant in GAMES})

FAMILIES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        family: tuple(game.key for game in GAMES if game.family == family)
        for family in ("teams", "alone", "ranks")
    }
)
"""The games of each family that people are rated in: two teams, everybody for themselves, ranks."""

RANK_NAMES: Mapping[str, str] = MappingProxyType(
    {key: name for variant in GAMES for key, name in variant.rank_names.items()}
)


def rank_name(key: str) -> str:
    """Return the English name of a rank key, marked for translation; a numeric rank is its own
    name.
    """
    return RANK_NAMES.get(key, key)
