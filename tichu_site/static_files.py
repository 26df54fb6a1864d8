"""Static files with a hash in their names, so that browsers may keep them for ever."""

from django.contrib.staticfiles.apps import StaticFilesConfig
from django.core.files.base import ContentFile, File
from rcssmin import cssmin
from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage

OURS = ("scoring/", "tichu_site/", "tournaments/")


class StaticFiles(StaticFilesConfig):
    """Django's app, collecting what is used of django-htmx (version 4, its extension for streams)
    and the admin.
    """

    ignore_patterns = [
        *StaticFilesConfig.ignore_patterns,
        *("django-htmx.js", "htmax-*", "htmx-2*", "htmx-4.js"),
        *("hx-[!s]*", "hx-sse-2*", "hx-sse-4.js"),
        # Of the admin what is not for forms: filters.js, nav_sidebar.js, theme.js, and its styles
        *("admin/js/[!fnt]*", "admin/css/vendor/*"),
    ]


class ModuleStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise has no types
    """As whitenoise's, with the imports inside our JavaScript modules pointing
    at hashed names too.
    """

    support_js_module_import_aggregation = True
    # One pass follows imports one module deep; ours go deeper than the five that Django allows for.
    max_post_process_passes = 20

    def _save(self, name: str, content: "File[bytes]") -> str:
        """Save a file; style sheets and scripts of ours without comments and white space, which are
        a quarter of what phones would load first.
        """
        content.seek(0)  # for its hash it has been read already
        if name.endswith(".css"):
            content = ContentFile(cssmin(content.read()))
        elif name.startswith(OURS) and name.endswith(".js"):
            content = ContentFile(jsmin(content.read()))
        return str(super()._save(name, content))

    @property
    def build(self) -> str:
        """A few characters that change with any static file: a page that bears others is from
        before an upgrade.
        """
        return str(self.manifest_hash)
