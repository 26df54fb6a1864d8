"""URLs of accounts: the library's views that are used, under the library's names."""

from allauth.account import views as ways
from allauth.mfa.webauthn import views as passkeys
from django.urls import path
from django.views.decorators.http import require_http_methods

from tichu_site.accounts import keys, views

# The library handles other methods as GET or POST, or redirects them to sign in.
written_or_read = require_http_methods(["GET", "HEAD", "POST"])

urlpatterns = [
    path("first/<str:token>/", views.first, name="first"),
    path("account/join/<str:token>/", views.invitation, name="invitation"),
    path("account/", views.account, name="account"),
    path("account/sessions/", views.sessions, name="account_sessions"),
    path("account/sessions/<int:pk>/end/", views.session_end, name="account_session_end"),
    path("account/sessions/end-others/", views.sessions_end, name="account_sessions_end"),
    path("account/keys/", keys.keys, name="account_keys"),
    path("account/keys/new/", keys.key_new, name="account_key_new"),
    path("account/keys/<int:pk>/revoke/", keys.key_revoke, name="account_key_revoke"),
    path("account/name/", views.name, name="account_name"),
    path("account/email/", views.email, name="account_email"),
    path("account/delete/", views.delete, name="account_delete"),
    # The library redirects to a page by this name that this site does not use.
    path("account/", views.account, name="mfa_index"),
    path("account/login/", written_or_read(ways.login), name="account_login"),
    path(
        "account/login/code/",
        written_or_read(ways.request_login_code),
        name="account_request_login_code",
    ),
    path(
        "account/login/code/confirm/",
        written_or_read(ways.confirm_login_code),
        name="account_confirm_login_code",
    ),
    path("account/logout/", written_or_read(ways.logout), name="account_logout"),
    path("account/inactive/", written_or_read(ways.account_inactive), name="account_inactive"),
    path("account/signup/", written_or_read(ways.signup), name="account_signup"),
    path(
        "account/confirm-email/",
        written_or_read(ways.email_verification_sent),
        name="account_email_verification_sent",
    ),
    path(
        "account/reauthenticate/",
        written_or_read(ways.reauthenticate),
        name="account_reauthenticate",
    ),
    path(
        "account/password/change/",
        written_or_read(ways.password_change),
        name="account_change_password",
    ),
    path("account/password/set/", written_or_read(ways.password_set), name="account_set_password"),
    path(
        "account/password/reset/",
        written_or_read(ways.password_reset),
        name="account_reset_password",
    ),
    path(
        "account/password/reset/confirm/",
        written_or_read(ways.confirm_password_reset_code),
        name="account_confirm_password_reset_code",
    ),
    path(
        "account/password/reset/complete/",
        written_or_read(ways.complete_password_reset),
        name="account_complete_password_reset",
    ),
    path(
        "account/password/reset/done/",
        written_or_read(ways.password_reset_from_key_done),
        name="account_password_reset_completed",
    ),
    path("account/passkeys/", written_or_read(passkeys.list_webauthn), name="mfa_list_webauthn"),
    path("account/passkeys/add/", written_or_read(passkeys.add_webauthn), name="mfa_add_webauthn"),
    path(
        "account/passkeys/login/",
        written_or_read(passkeys.login_webauthn),
        name="mfa_login_webauthn",
    ),
    path(
        "account/passkeys/reauthenticate/",
        written_or_read(passkeys.reauthenticate_webauthn),
        name="mfa_reauthenticate_webauthn",
    ),
    path(
        "account/passkeys/<int:pk>/remove/",
        written_or_read(passkeys.remove_webauthn),
        name="mfa_remove_webauthn",
    ),
    path(
        "account/passkeys/<int:pk>/edit/",
        written_or_read(passkeys.edit_webauthn),
        name="mfa_edit_webauthn",
    ),
]
