"""What is shown about the phones that are one device."""

from dataclasses import dataclass
from functools import cached_property

from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scoring.games.access.links import qr_svg
from scoring.games.access.phone_codes import (
    LASTS,
    RECOVERY,
    SCREEN,
    code_of,
    ends_at,
    secret_of,
    shown_code,
)
from scoring.games.access.phones import OnePhone, phones_of
from scoring.games.queries import never_begun, writable_by
from scoring.models import Device, PhoneCode, Player
from scoring.pages.common import address_for_others, only_here


@dataclass(frozen=True)
class Contents:
    """How many games and people a device has, and the club whose names it has too. Two queries."""

    games: int
    people: int
    club: str
    kind: str

    @classmethod
    def of(cls, device: Device) -> "Contents":
        games = writable_by(device).exclude(never_begun()).count()
        people = Player.listed.filter(device=device).count()
        club = device.club.name if device.club else ""
        return cls(games, people, club, device.kind or _("Phone"))

    @property
    def empty(self) -> bool:
        return not (self.games or self.people)


class PhonesPage:
    """The phones of the requesting device, and its codes: at most seven queries."""

    def __init__(self, device: Device | None, request: HttpRequest) -> None:
        self.device, self._request = device, request

    @cached_property
    def phones(self) -> list[OnePhone]:
        return phones_of(self.device, self._request) if self.device else []

    @property
    def others(self) -> list[OnePhone]:
        return [phone for phone in self.phones if not phone.here]

    @property
    def new(self) -> list[OnePhone]:
        """The phones that joined since somebody looked."""
        return [phone for phone in self.others if phone.new]

    @cached_property
    def contents(self) -> Contents | None:
        return Contents.of(self.device) if self.device else None

    @cached_property
    def _recovery(self) -> PhoneCode | None:
        return code_of(self.device, RECOVERY) if self.device else None

    @property
    def recovery(self) -> str:
        """The recovery code in groups; "" if there is none that can be shown."""
        return shown_code(secret_of(self._recovery)) if self._recovery else ""

    @property
    def made_at(self) -> object:
        return self._recovery.made_at if self._recovery else None

    @cached_property
    def hidden_code(self) -> bool:
        """Whether there is a recovery code that cannot be shown again."""
        if self._recovery or self.device is None:
            return False
        return PhoneCode.objects.filter(device=self.device, kind=RECOVERY).exists()

    @cached_property
    def _screen(self) -> PhoneCode | None:
        return code_of(self.device, SCREEN) if self.device else None

    @property
    def address(self) -> str:
        """The address in the QR code; "" if there is none now."""
        if self._screen is None:
            return ""
        path = reverse("bring_link", args=[secret_of(self._screen)])
        return address_for_others(self._request, path)

    @property
    def qr(self) -> SafeString | str:
        return qr_svg(self.address) if self.address else ""

    @property
    def until(self) -> object:
        return ends_at(self._screen) if self._screen else None

    @property
    def typed_at(self) -> str:
        """The address of the page where a recovery code is typed."""
        return address_for_others(self._request, reverse("bring_games"))

    @property
    def minutes(self) -> int:
        return int(LASTS.total_seconds() // 60)

    @property
    def only_here(self) -> bool:
        return only_here(self._request)
