"""Access to the site's own addresses: those that belong to no game and no tournament."""

from scoring.games.permissions import PUBLIC

# Paths handled in front of Django: no view, no session, no device.
IN_FRONT: dict[str, str] = {
    # A signed ticket from a page (scoring.games.live) grants access, to version numbers only
    "/live/": "ticket",
    "/healthz": PUBLIC,  # for monitoring: a fixed word that anyone may read
    "/readyz": PUBLIC,
    "/metrics": "token",  # METRICS_TOKEN; without that setting it is not there
}

# An account that owns the site, signed in with its passkey if it has one: see
# tichu_site.records.site.
OWNER_OF_SITE = "owner of the site"
# Tables with a read-only list and a page per row.
RECORDS = (
    "scoring_club",
    "scoring_device",
    "scoring_phonecode",
    "scoring_phonekey",
    "scoring_player",
    "scoring_game",
    "scoring_seat",
    "scoring_round",
    "scoring_entry",
    "scoring_gameevent",
    "scoring_link",
    "scoring_evening",
    "scoring_claim",
    "scoring_claimlink",
    "scoring_apikey",
    "scoring_import",
    "scoring_merge",
    "scoring_erasure",
    "scoring_ratinglist",
    "scoring_rating",
    "scoring_ratingchange",
    "tournaments_tournament",
    "tournaments_stage",
    "tournaments_sessionround",
    "tournaments_match",
    "tournaments_place",
    "tournaments_matchgame",
    "tournaments_entrant",
    "tournaments_member",
    "tournaments_ruling",
    "tournaments_logline",
    "tournaments_season",
    "tournaments_webhook",
    "tournaments_delivery",
    "tichu_site_user",
    "tournaments_role",
    "tichu_site_signin",
)

# Every address by URL name. Account pages show and change the user's own account only.
ADDRESSES: dict[str, str] = {
    "set_language": PUBLIC,
    "robots": PUBLIC,
    "privacy": PUBLIC,  # the same for everyone
    "trust": PUBLIC,
    "look_of_parts": PUBLIC,  # only exists with LOG_LEVEL=DEBUG
    "trust_authority": PUBLIC,  # a certificate without its key
    "first": PUBLIC,  # checked by token, while no account exists
    "invitation": PUBLIC,  # checked by token
    "account": PUBLIC,  # like all below: the user's own account only
    "account_name": PUBLIC,
    "account_email": PUBLIC,  # requires signing in again
    "account_delete": PUBLIC,
    "mfa_index": PUBLIC,
    "account_sessions": PUBLIC,  # the user's own
    "account_session_end": PUBLIC,
    "account_sessions_end": PUBLIC,
    "account_keys": PUBLIC,  # the user's own
    "account_key_new": PUBLIC,  # requires signing in again
    "account_key_revoke": PUBLIC,  # the user's own
    "account_login": PUBLIC,
    "account_request_login_code": PUBLIC,
    "account_confirm_login_code": PUBLIC,
    "account_logout": PUBLIC,
    "account_inactive": PUBLIC,
    "account_signup": PUBLIC,  # closed unless OPEN_SIGNUP
    "account_email_verification_sent": PUBLIC,
    "account_reauthenticate": PUBLIC,
    "account_change_password": PUBLIC,
    "account_set_password": PUBLIC,
    "account_reset_password": PUBLIC,
    "account_confirm_password_reset_code": PUBLIC,
    "account_complete_password_reset": PUBLIC,
    "account_password_reset_completed": PUBLIC,
    "mfa_list_webauthn": PUBLIC,
    "mfa_add_webauthn": PUBLIC,
    "mfa_login_webauthn": PUBLIC,
    "mfa_reauthenticate_webauthn": PUBLIC,
    "mfa_remove_webauthn": PUBLIC,
    "mfa_edit_webauthn": PUBLIC,
    "server": OWNER_OF_SITE,
    "server_club": OWNER_OF_SITE,
    "server_accounts": OWNER_OF_SITE,
    "server_account": OWNER_OF_SITE,  # never one's own
    "admin:index": OWNER_OF_SITE,
    "admin:app_list": OWNER_OF_SITE,
    **{
        f"admin:{name}_{page}": OWNER_OF_SITE
        for name in RECORDS
        for page in ("changelist", "change")
    },
}
