"""Forms for creating an account."""

from typing import Any, ClassVar

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy as pgettext

from tichu_site.mail_queue import sends_mail
from tichu_site.models import User

NAME_LENGTH = 120


class NameForm(forms.Form):
    """The name, which open sign-up asks for in addition to the library's fields."""

    name = forms.CharField(
        label=pgettext("of a person", "Name"),
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )

    def signup(self, request: HttpRequest, user: User) -> None:  # noqa: ARG002  (the library's signature)
        user.name = self.cleaned_data["name"]
        user.save(update_fields=["name"])


class OwnNameForm(forms.ModelForm):  # type: ignore[type-arg]  # Django's has no types here
    """The name other members see for an account."""

    class Meta:
        model = User
        fields = ("name",)
        labels: ClassVar = {"name": pgettext("of a person", "Name")}
        widgets: ClassVar = {"name": forms.TextInput(attrs={"autocomplete": "name"})}


class AccountForm(forms.Form):
    """Name, e-mail and an optional password. A given `email` is read-only."""

    name = forms.CharField(
        label=pgettext("of a person", "Name"),
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    email = forms.EmailField(
        label=_("E-mail"), max_length=254, widget=forms.EmailInput(attrs={"autocomplete": "email"})
    )
    password = forms.CharField(
        label=_("Password (optional)"),
        required=False,
        strip=False,
        max_length=1000,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_(
            "At least ten characters. Without one, you sign in with a code sent by e-mail."
        ),
    )

    def __init__(self, *args: Any, email: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].widget.attrs["autofocus"] = not self.is_bound
        if not sends_mail():
            self.fields["password"].help_text = _(
                "At least ten characters. Without one you need a code each time."
            )
        if email:
            self.fields["email"].disabled = True
            self.initial["email"] = email

    def clean_email(self) -> str:
        return str(self.cleaned_data["email"]).lower()

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        if values.get("password"):
            about = User(email=values.get("email", ""), name=values.get("name", ""))
            try:
                validate_password(values["password"], about)
            except forms.ValidationError as error:
                self.add_error("password", error)
        return values
