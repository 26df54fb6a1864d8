"""Base classes for lists and pages of records."""

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, cast

from django.contrib.admin import ModelAdmin, ShowFacets
from django.contrib.admin.utils import unquote
from django.db import DataError
from django.db.models import Model, QuerySet
from django.forms import Media
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.text import capfirst

from tichu_site.records.display import label_of, shown

if TYPE_CHECKING:
    from tichu_site.records.site import Records

    Base = ModelAdmin[Any]
else:
    Base = ModelAdmin

LONGEST_SEARCH = 80  # characters: a name, or a few words of one


class ReadOnly(Base):
    """A table as a list and a page per row. The site checks access once: see `site.Records`."""

    several = ""  # verbose_name_plural, if Django's guess is wrong
    actions = None
    change_list_template = "records/list.html"
    list_per_page = 50
    list_max_show_all = 50
    show_full_result_count = False
    show_facets = ShowFacets.NEVER  # each facet would count the whole table
    # Fields that grant access, or that identify a phone: never shown
    secret: ClassVar[tuple[str, ...]] = ()
    # Other lists that a row links to: (model's label, field path, words)
    further: ClassVar[tuple[tuple[str, str, str], ...]] = ()

    @property
    def media(self) -> Media:
        return Media()  # Django's media is for forms

    @property
    def plural(self) -> str:
        return capfirst(self.several or str(self.opts.verbose_name_plural))

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002
        return True

    def has_module_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002
        return True

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Also allow the paths by which other rows link here."""
        ways = {
            f"{path}__exact"
            for admin in self.tables()
            for path in paths_to(admin, self.opts.label_lower)
        }
        return lookup in ways or super().lookup_allowed(lookup, value, request)

    def get_search_results(
        self, request: HttpRequest, queryset: "QuerySet[Any]", search_term: str
    ) -> "tuple[QuerySet[Any], bool]":
        return super().get_search_results(request, queryset, search_term[:LONGEST_SEARCH])

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:  # noqa: ARG002
        """Show the list. A key that no row can have finds nothing."""
        try:
            return super().changelist_view(request, {"title": self.plural, "several": self.plural})
        except (OverflowError, DataError) as error:
            raise Http404 from error

    def detail(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Show all fields of a row, and the lists of rows that belong to it."""
        row = self.get_object(request, unquote(object_id))
        if row is None:
            raise Http404
        fields = [field for field in self.opts.concrete_fields if field.name not in self.secret]
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": self.opts.verbose_name,
            "words": label_of(row),
            "several": self.plural,
            "fields": [(field.verbose_name, shown(row, field)) for field in fields],
            "lists": list(self.lists(row)),
        }
        return TemplateResponse(request, "records/detail.html", context)

    def tables(self) -> "Collection[ReadOnly]":
        return cast("Records", self.admin_site).tables.values()

    def lists(self, row: Model) -> Iterator[tuple[str, str]]:
        """Yield the address and label of each list of related rows."""
        for admin in self.tables():
            for field in admin.opts.concrete_fields:
                if field.remote_field and field.remote_field.model is self.model:
                    words = f"{admin.plural} ({field.verbose_name})"
                    yield (
                        f"{list_address(admin.opts.label_lower)}?{field.name}__exact={row.pk}",
                        words,
                    )
        for label, path, words in self.further:
            yield f"{list_address(label)}?{path}__exact={row.pk}", words


def list_address(label: str) -> str:
    return reverse(f"admin:{label.replace('.', '_')}_changelist")


def paths_to(admin: ReadOnly, label: str) -> Iterator[str]:
    """Yield the field paths from a list's rows to the model `label`."""
    return (path for goal, path, _words in admin.further if goal == label)
