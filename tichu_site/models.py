"""Users, and the small tables that accounts need."""

from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _

from tichu_site.accounts import links


class UserManager(BaseUserManager["User"]):
    def create_user(self, email: str, password: str | None = None, **values: Any) -> "User":
        """Create an account. Without a password, only e-mailed codes (and passkeys) sign in.

        Raises IntegrityError if the e-mail is taken.
        """
        user = self.model(email=email.strip().lower(), **values)
        user.set_password(password or None)
        user.save(using=self._db)
        return user

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email=(username or "").lower())


class User(AbstractBaseUser):
    """An owner or director, identified by e-mail (always lower case) and shown by name."""

    email = models.EmailField(_("e-mail"), unique=True)
    name = models.CharField(_("name"), max_length=120)
    is_active = models.BooleanField(default=True)
    # May invite people to this site.
    is_owner = models.BooleanField(default=False)
    # True for the first-start account, else null. The unique constraint prevents two created at the
    # same moment.
    founding = models.BooleanField(null=True, unique=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS = ["name"]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.email = self.email.lower()
        super().save(*args, **kwargs)

    def invitation_address(
        self, request: HttpRequest, *, email: str = "", next_address: str = "", owner: bool = False
    ) -> str:
        """Return the URL of a new invitation by this user: creates one account, valid for seven
        days.

        `email` restricts it to that address. Afterwards the guest, with a new or existing account,
        is sent to `next_address`. `owner` lets the new account invite people too. The caller checks
        that this user may invite. Raises ValueError if `next_address` leads to another site.
        """
        if next_address and not url_has_allowed_host_and_scheme(next_address, allowed_hosts=None):
            raise ValueError(f"{next_address!r} leads away from this site.")
        token = links.sign_invitation(
            by=self.pk, email=email, next_address=next_address, owner=owner
        )
        return request.build_absolute_uri(reverse("invitation", args=[token]))


class UsedInvitation(models.Model):
    """An invitation that has created its account."""

    key = models.CharField(max_length=40, unique=True)
    used_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.key


class SignIn(models.Model):
    """A browser with an active session, as its user may recognise it in a list: see
    `accounts.sessions`.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="sign_ins")
    session_key = models.CharField(max_length=40, unique=True)
    kind = models.CharField(max_length=40, blank=True)
    address = models.CharField(max_length=40, blank=True)  # partly masked: "192.168.x.x"
    created_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.user_id} on {self.kind or 'a device'}"


class CachedValue(models.Model):
    """The table of Django's database cache, as a model so that a migration creates it. Nothing else
    reads it.

    On PostgreSQL all processes count rate limits in it.
    """

    cache_key = models.CharField(max_length=255, primary_key=True)
    value = models.TextField()
    expires = models.DateTimeField(db_index=True)

    class Meta:
        db_table = "tichu_cache"

    def __str__(self) -> str:
        return self.cache_key
