from django.apps import AppConfig


class Tournaments(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        from scoring.games.host import register  # noqa: PLC0415  (models have to stand before)
        from tournaments.clubs.host import Tournaments as Host  # noqa: PLC0415
        from tournaments.pages.table.queries import clock_at_table  # noqa: PLC0415
        from tournaments.pages.table.stopped import stopped_at  # noqa: PLC0415

        register(Host(clock_at_table, stopped_at))
