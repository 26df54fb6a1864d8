"""URLs of the records under `admin:`, the namespace Django's templates use."""

from tichu_site.records import events, games, people  # noqa: F401  (each registers its lists)
from tichu_site.records.site import records

app_name = "admin"
urlpatterns = records.get_urls()
