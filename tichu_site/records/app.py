"""Django's admin as an app of this site."""

from django.contrib.admin.apps import SimpleAdminConfig
from django.contrib.admin.checks import check_admin_app
from django.core import checks


class Admin(SimpleAdminConfig):
    """Django's, without its table of who changed what, for nothing is changed there;
    `MIGRATION_MODULES` has none of it either. Nor does every page get a user and permissions for
    it, which Django would ask for.
    """

    default = False

    def import_models(self) -> None:
        assert self.apps is not None  # noqa: S101  (the registry that calls this)
        self.models = self.apps.all_models[self.label]

    def ready(self) -> None:
        checks.register(check_admin_app, checks.Tags.admin)
