"""Static files with hashes in their names, so browsers may cache them forever."""

from django.contrib.staticfiles.apps import StaticFilesConfig
from django.core.files.base import ContentFile, File
from rcssmin import cssmin
from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage

OURS = ("scoring/", "tichu_site/", "tournaments/")


class StaticFiles(StaticFilesConfig):
    """Collect only what is used of django-htmx (version 4, its SSE extension) and the admin."""

    ignore_patterns = [
        *StaticFilesConfig.ignore_patterns,
        *("django-htmx.js", "htmax-*", "htmx-2*", "htmx-4.js"),
        *("hx-[!s]*", "hx-sse-2*", "hx-sse-4.js"),
        # Not the admin's form scripts: only filters.js, nav_sidebar.js, theme.js and the styles
        *("admin/js/[!fnt]*", "admin/css/vendor/*"),
    ]


class ModuleStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise has no types
    """whitenoise's storage, which also rewrites imports inside our JavaScript modules to hashed
    names.
    """

    support_js_module_import_aggregation = True
    # One pass follows imports one module deep; ours go deeper than Django's default of five.
    max_post_process_passes = 20

    def _save(self, name: str, content: "File[bytes]") -> str:
        """Save a file, minifying our own styles and scripts: comments and white space are a quarter
        of what phones would load first.
        """
        content.seek(0)  # it has already been read for its hash
        if name.endswith(".css"):
            # Older Chromium ignores an empty value without its space
            content = ContentFile(cssmin(content.read()).replace(b":;", b": ;"))
        elif name.startswith(OURS) and name.endswith(".js"):
            content = ContentFile(jsmin(content.read()))
        return str(super()._save(name, content))

    @property
    def build(self) -> str:
        """Return a short id that changes with any static file. A page with another one predates an
        upgrade.
        """
        return str(self.manifest_hash)
