"""The register of variants. A new game is one module and one line in here."""

from collections.abc import Mapping
from types import MappingProxyType

from .always_last import ALWAYS_LAST, ALWAYS_LAST_RANK_NAMES
from .grand_seigneur import GRAND_SEIGNEUR, GRAND_SEIGNEUR_RANK_NAMES
from .nanking import NANKING
from .tientsin import TIENTSIN
from .trichu import TRICHU
from .variant import Variant
from .wu_wang import WU_WANG

VARIANTS: Mapping[str, Variant] = MappingProxyType(
    {variant.key: variant for variant in (NANKING, TIENTSIN, TRICHU, WU_WANG, GRAND_SEIGNEUR, ALWAYS_LAST)}
)

RANK_NAMES: Mapping[str, str] = MappingProxyType({**GRAND_SEIGNEUR_RANK_NAMES, **ALWAYS_LAST_RANK_NAMES})


def rank_name(key: str) -> str:
    """English name of a rank key, marked for translation; a rank that is a number is its own name."""
    return RANK_NAMES.get(key, key)
