"""Which addresses of the site itself are there, and for whom: what belongs to no game and no
tournament.
"""

from scoring.games.permissions import PUBLIC

# What stands in front of Django, by its path: no view, no session, no phone.
IN_FRONT: dict[str, str] = {
    # The signed ticket of a page that was shown (scoring.games.live) decides; versions and nothing
    # else
    "/live/": "ticket",
    "/healthz": PUBLIC,  # for whatever watches over the site: words that anybody may read
    "/readyz": PUBLIC,
}

# Whose account owns the site; with its passkey, where it has one: see tichu_site.records.site.
OWNER_OF_SITE = "owner of the site"
# Every table of which there is a list and a page for a row, which nobody can change.
RECORDS = (
    "scoring_club",
    "scoring_device",
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

# Every address by its name. Of accounts each shows and changes the own one alone.
ADDRESSES: dict[str, str] = {
    "set_language": PUBLIC,
    "robots": PUBLIC,
    "privacy": PUBLIC,  # the same for everybody
    "trust": PUBLIC,
    "look_of_parts": PUBLIC,  # nobody's; there with LOG_LEVEL=DEBUG alone
    "trust_authority": PUBLIC,  # a certificate without its key
    "first": PUBLIC,  # the token decides, while there is no account at all
    "invitation": PUBLIC,  # the token decides
    "account": PUBLIC,  # who is signed in; like all below, of the own account alone
    "account_name": PUBLIC,
    "account_email": PUBLIC,  # asks to sign in once more
    "account_delete": PUBLIC,
    "mfa_index": PUBLIC,
    "account_sessions": PUBLIC,  # the own ones
    "account_session_end": PUBLIC,
    "account_sessions_end": PUBLIC,
    "account_keys": PUBLIC,  # the own ones
    "account_key_new": PUBLIC,  # asks to sign in once more
    "account_key_revoke": PUBLIC,  # the own ones
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
    "admin:index": OWNER_OF_SITE,
    "admin:app_list": OWNER_OF_SITE,
    **{
        f"admin:{name}_{page}": OWNER_OF_SITE
        for name in RECORDS
        for page in ("changelist", "change")
    },
}
