"""Django's admin as an app of this site."""

from django.contrib.admin.apps import SimpleAdminConfig
from django.contrib.admin.checks import check_admin_app
from django.core import checks


class Admin(SimpleAdminConfig):
    """Django's admin without LogEntry: nothing is changed here. `MIGRATION_MODULES` leaves out its
    table.

    The admin's checks are skipped too: they would require a user and permissions on every page.
    """

    default = False

    def import_models(self) -> None:
        assert self.apps is not None  # noqa: S101  (the registry that calls this)
        self.models = self.apps.all_models[self.label]

    def ready(self) -> None:
        checks.register(check_admin_app, checks.Tags.admin)
