"""Where to return to after the response to a button: the language switch needs an address to
reload.
"""

from django.http import HttpRequest
from django.urls import reverse

# Addresses that only a button requests, and the page that has the button.
BACK = {
    "play_again": "front",
    "pause": "game",
    "resume": "game",
    "finish_early": "game",
    "reopen": "game",
    "rematch": "game",
    "record_round": "score",
    "undo_round": "score",
    "choose_version": "score",
    "agree": "score",
    "choose_chair": "score",
    "table_settings": "score",
    "substitute_back": "substitute",
    "put_back": "put_right",
    "start_again": "put_right",
    "delete_game": "put_right",
    "restore_game": "game",
    "renew_link": "share",
    "revoke_link": "share",
    "person_erase": "people",
    "person_rename": "person_name",
    "person_apart": "people",
    "person_part": "people",
    "person_claim_link": "person_claim",
    "person_claim_revoke": "person_claim",
    "person_claim_say": "person_claim",
    "person_claim_answer": "person_claim",
    "person_claim_end": "person_claim",
    "my_account": "my_game",
    "my_found": "my_game",
    "my_answer": "my_game",
    "my_phones_code": "my_phones",
    "my_phones_revoke": "my_phones",
    "my_phones_qr": "my_phones",
    "my_phones_remove": "my_phones",
    "my_phones_noted": "my_phones",
    "club_start": "club",
    "club_leave": "club",
    "club_add": "club_people",
    "club_guests": "club_people",
    "club_off": "club_evenings",
    "club_answer": "club_home",
    "club_link": "club_setup",
    "club_feed": "club_setup",
    "club_public": "club_setup",
    "server_account": "server_accounts",
    "account_session_end": "account_sessions",
    "account_sessions_end": "account_sessions",
    "account_key_revoke": "account_keys",
}


def this_page(request: HttpRequest) -> dict[str, str]:
    """Add `this_page` to every template: an address that shows about the same when
    simply opened.
    """
    match = request.resolver_match
    if match is None or match.url_name not in BACK:
        return {"this_page": request.get_full_path()}
    page = BACK[match.url_name]
    of_person = ("player_id",)
    keys = {"front": (), "person_claim": of_person, "person_name": of_person}.get(
        page, ("game_id", "club_id")
    )
    return {
        "this_page": reverse(page, args=[match.kwargs[key] for key in keys if key in match.kwargs])
    }
