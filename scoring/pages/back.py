"""Where a page that answered a button can be asked for again: the language switch needs an address to go back to."""

from django.http import HttpRequest
from django.urls import reverse

# Addresses that only a button can ask for, and the page on which the button stands.
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
    "put_back": "put_right",
    "start_again": "put_right",
    "delete_game": "put_right",
    "restore_game": "game",
    "renew_link": "share",
    "revoke_link": "share",
    "person_erase": "people",
    "club_start": "club",
    "club_leave": "club",
    "club_link": "club",
    "account_session_end": "account_sessions",
    "account_sessions_end": "account_sessions",
}


def this_page(request: HttpRequest) -> dict[str, str]:
    """For every template: `this_page`, an address that shows about the same when a browser just opens it."""
    match = request.resolver_match
    if match is None or match.url_name not in BACK:
        return {"this_page": request.get_full_path()}
    game = [match.kwargs["game_id"]] if "game_id" in match.kwargs and match.url_name != "play_again" else []
    return {"this_page": reverse(BACK[match.url_name], args=game)}
