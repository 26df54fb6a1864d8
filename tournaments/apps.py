from django.apps import AppConfig


class Tournaments(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        from scoring.actions.common import hold_when_locked  # noqa: PLC0415
        from scoring.links import lead_back  # noqa: PLC0415  (models have to stand before)
        from scoring.live import also_follow  # noqa: PLC0415
        from scoring.permissions import ask_who_has_a_say  # noqa: PLC0415
        from tournaments.actions import results  # noqa: PLC0415
        from tournaments.channels import versions_of  # noqa: PLC0415
        from tournaments.permissions import directs_somewhere  # noqa: PLC0415
        from tournaments.tokens import match_address  # noqa: PLC0415

        results.listen()
        hold_when_locked(results.why_locked)
        lead_back(match_address)
        also_follow(versions_of)
        ask_who_has_a_say(directs_somewhere)
