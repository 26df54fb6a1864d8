"""The addresses of accounts: of the library's, those that are used, under its own names."""

from allauth.account import views as ways
from allauth.mfa.webauthn import views as passkeys
from django.urls import path

from tichu_site.accounts import views

urlpatterns = [
    path("first/<str:token>/", views.first, name="first"),
    path("account/join/<str:token>/", views.invitation, name="invitation"),
    path("account/", views.account, name="account"),
    path("account/sessions/", views.sessions, name="account_sessions"),
    path("account/sessions/<int:pk>/end/", views.session_end, name="account_session_end"),
    path("account/sessions/end-others/", views.sessions_end, name="account_sessions_end"),
    # The names by which the library goes back to a page of its own that is not here.
    path("account/", views.account, name="account_email"),
    path("account/", views.account, name="mfa_index"),
    path("account/login/", ways.login, name="account_login"),
    path("account/login/code/", ways.request_login_code, name="account_request_login_code"),
    path("account/login/code/confirm/", ways.confirm_login_code, name="account_confirm_login_code"),
    path("account/logout/", ways.logout, name="account_logout"),
    path("account/inactive/", ways.account_inactive, name="account_inactive"),
    path("account/signup/", ways.signup, name="account_signup"),
    path("account/confirm-email/", ways.email_verification_sent, name="account_email_verification_sent"),
    path("account/reauthenticate/", ways.reauthenticate, name="account_reauthenticate"),
    path("account/password/change/", ways.password_change, name="account_change_password"),
    path("account/password/set/", ways.password_set, name="account_set_password"),
    path("account/password/reset/", ways.password_reset, name="account_reset_password"),
    path(
        "account/password/reset/confirm/",
        ways.confirm_password_reset_code,
        name="account_confirm_password_reset_code",
    ),
    path("account/password/reset/complete/", ways.complete_password_reset, name="account_complete_password_reset"),
    path("account/password/reset/done/", ways.password_reset_from_key_done, name="account_password_reset_completed"),
    path("account/passkeys/", passkeys.list_webauthn, name="mfa_list_webauthn"),
    path("account/passkeys/add/", passkeys.add_webauthn, name="mfa_add_webauthn"),
    path("account/passkeys/login/", passkeys.login_webauthn, name="mfa_login_webauthn"),
    path("account/passkeys/reauthenticate/", passkeys.reauthenticate_webauthn, name="mfa_reauthenticate_webauthn"),
    path("account/passkeys/<int:pk>/remove/", passkeys.remove_webauthn, name="mfa_remove_webauthn"),
    path("account/passkeys/<int:pk>/edit/", passkeys.edit_webauthn, name="mfa_edit_webauthn"),
]
