"""Serializer fields that accept only JSON's own types, without conversion; moments in UTC."""

from datetime import UTC
from typing import Any, NoReturn

from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from scoring.rules import shown

ROUND = {
    "type": "object",
    "description": "What the table saw, with seat numbers from 0 in the direction of play; the "
    "dummy's comes last.",
    "properties": {
        "out": {"type": "array", "items": {"type": "integer"}},
        "calls": {"type": "object", "additionalProperties": {"type": "string"}},
        "card_points": {
            "type": "array",
            "items": {"type": "integer"},
            "minItems": 2,
            "maxItems": 2,
        },
        "sweep": {"type": "integer"},
        "made": {"type": "integer"},
        "wish_violation": {"type": "integer"},
        "side_calls": {
            "type": "array",
            "description": "Calls whose caller is not known, in rounds of two teams recorded by "
            "points only. Each is a list: the index of its side, the call, whether it was made.",
            "items": {"type": "array", "items": {}, "minItems": 3, "maxItems": 3},
        },
        "bombs": {
            "type": "array",
            "description": "Bombs, if the table noted them in this round: an empty list says that "
            "there was none. Each is a list: the player's seat, the number of cards (4, or 5 to 13 "
            "for a straight), the highest rank (2 to 14); 0 for what was not noted.",
            "items": {
                "type": "array",
                "items": {"type": "integer"},
                "minItems": 1,
                "maxItems": 3,
            },
        },
        "totals": {
            "type": "array",
            "description": "What each side scored in all, in hands of duplicate of which nothing "
            "else is recorded.",
            "items": {"type": "integer"},
            "minItems": 2,
            "maxItems": 2,
        },
    },
    "additionalProperties": False,
}
RECORD = {
    "type": "object",
    "description": "A score record, version 1: format, version, variant, players, settings, "
    "rounds.",
    "additionalProperties": True,
}


class Id(serializers.UUIDField):
    """A UUID as a string. REST framework would also convert the number 1, or true."""

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str):
            self.fail("invalid", value=data)
        return super().to_internal_value(data)


class Whole(serializers.IntegerField):
    """An integer as a number. REST framework would also parse strings, in digits of any script."""

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, int) or isinstance(data, bool):
            self.fail("invalid")
        # Unconverted: converting through a string fails for numbers of 4,300 digits.
        return data


class Text(serializers.CharField):
    """A string. REST framework would also accept the number 7."""

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Moment(serializers.DateTimeField):
    """A moment in UTC. REST framework would use the zone of the site."""

    def __init__(self, **options: Any) -> None:
        super().__init__(default_timezone=UTC, **options)


class Choice(serializers.ChoiceField):
    """One of several words. Invalid input is quoted in short, however long it was."""

    def fail(self, key: str, **params: Any) -> NoReturn:
        super().fail(key, **{name: shown(value) for name, value in params.items()})
        raise AssertionError(key)  # unreachable: the line before raises


class TextInDescription(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    """Describe that a text must not be blank, if so: spaces alone are blank, too."""

    target_class = Text

    def map_serializer_field(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        # Without this, the extension would call itself.
        shape: dict[str, Any] = auto_schema._map_serializer_field(  # noqa: SLF001
            self.target, direction, bypass_extensions=True
        )
        return shape if self.target.allow_blank else shape | {"minLength": 1, "pattern": r"\S"}


class Several(serializers.ListField):
    """A list whose length is checked before its items: a million names are one mistake."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, list) and self.max_length is not None and len(data) > self.max_length:
            raise serializers.ValidationError(
                [self.error_messages["max_length"].format(max_length=self.max_length)],
                code="max_length",
            )
        return super().to_internal_value(data)


@extend_schema_field(ROUND)
class RoundField(serializers.JSONField):
    """A round with seat numbers, validated by the rules."""

    def to_internal_value(self, data: Any) -> Any:
        # Not serialised to check for JSON, as REST framework would: it was JSON, and may be nested
        # deeply.
        return data
