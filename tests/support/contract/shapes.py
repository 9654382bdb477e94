"""What the schemas of an OpenAPI document say, whatever components they are put together from."""

import dataclasses
import functools
import json
from collections.abc import Iterable, Mapping
from typing import Any

_LIMITS = (
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minProperties",
    "maxProperties",
)
_TYPES = {str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null"}
_KNOWN = {
    *_LIMITS,
    *("$ref", "allOf", "anyOf", "oneOf", "discriminator", "type", "enum", "const", "format", "pattern", "default"),
    *("properties", "required", "items", "additionalProperties", "propertyNames", "not", "contentMediaType"),
    *("contentEncoding", "readOnly", "writeOnly", "deprecated", "nullable"),
}
PROSE = {"description", "summary", "title", "example", "examples", "externalDocs", "tags", "xml"}


class Unclear(Exception):
    """The document says something of which it is not known here what it means for clients."""


@dataclasses.dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """What a value may be. None stands for "anything". An object of a union is in `variants`, by its `tag` field."""

    types: frozenset[str] | None = None
    values: frozenset[Any] | None = None
    limits: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    patterns: frozenset[str] = frozenset()
    formats: frozenset[str] = frozenset()
    default: Any = None
    fields: Mapping[str, "Shape"] = dataclasses.field(default_factory=dict)
    required: frozenset[str] = frozenset()
    items: "Shape | None" = None
    others: "Shape | bool | None" = None
    """Fields that are not named."""
    tag: str = ""
    variants: Mapping[str, "Shape"] = dataclasses.field(default_factory=dict)

    def by(self, tag: str) -> Mapping[str, "Shape"]:
        """Return the variants by a field; an object without a union is the variant of each value of that field."""
        if self.tag == tag or not tag:
            return self.variants
        field = self.fields.get(tag)
        return dict.fromkeys(map(str, field.values), self) if field and field.values else {}


def _require(is_clear: object, what: str) -> None:
    if not is_clear:
        raise Unclear(what)


class Reader:
    """Reads the schemas of one document."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self._document = document
        self._named: dict[str, Shape] = {}

    def resolved(self, node: Any) -> Any:
        """Return a parameter, a reply or a body, also where it refers to a component."""
        while "$ref" in node:
            node = functools.reduce(lambda part, name: part[name], node["$ref"].split("/")[1:], self._document)
        return node

    def read(self, node: Any) -> Shape:
        """Return the shape of a schema."""
        if isinstance(node, bool):
            _require(node, "a schema that nothing fits")
            return Shape()
        if node.keys() == {"$ref"}:
            name = node["$ref"]
            if name not in self._named:
                self._named[name] = self.read(self.resolved(node))
            return self._named[name]
        unknown = {key for key in node if not key.startswith("x-")} - _KNOWN - PROSE
        _require(not unknown, f"keywords: {unknown}")
        parts = [self._own(node)]
        if "$ref" in node:
            parts.append(self.read({"$ref": node["$ref"]}))
        parts += [self.read(part) for part in node.get("allOf", ())]
        tag = node.get("discriminator", {}).get("propertyName", "")
        for union in ("oneOf", "anyOf"):
            if union in node:
                parts.append(_any_of([self.read(part) for part in node[union]], tag))
        return functools.reduce(_both, parts)

    def _own(self, node: Mapping[str, Any]) -> Shape:
        values = [node["const"]] if "const" in node else node.get("enum")
        types = node.get("type")
        if types is None and values is not None:
            types = {_TYPES[type(value)] for value in values}
        others = node.get("additionalProperties")
        # A schema of anything is what it is to say nothing.
        others = None if others in ({}, True) else others
        # A list of values says all.
        limits = {name: node[name] for name in _LIMITS if values is None and node.get(name, False) is not False}
        for name in ("not", "propertyNames"):
            if name in node:
                limits[name] = json.dumps(node[name], sort_keys=True)
        return Shape(
            types=None if types is None else frozenset([types] if isinstance(types, str) else types),
            values=None if values is None else frozenset(values) - {None},
            limits=limits,
            patterns=frozenset([node["pattern"]] if "pattern" in node and values is None else []),
            formats=frozenset([node["format"]] if "format" in node else []),
            default=node.get("default"),
            fields={name: self.read(part) for name, part in node.get("properties", {}).items()},
            required=frozenset(node.get("required", ())),
            items=self.read(node["items"]) if "items" in node else None,
            others=self.read(others) if isinstance(others, Mapping) else others,
        )


def _both(one: Shape, other: Shape) -> Shape:
    """Return the shape of what fits both."""
    names = {**one.limits, **other.limits}
    tag = one.tag or other.tag
    _require({one.tag, other.tag} <= {"", tag}, "two unions in one object")
    return Shape(
        types=_fewer_types(one.types, other.types),
        values=_fewer(one.values, other.values),
        limits={name: tighter(name, one.limits.get(name), other.limits.get(name)) for name in names},
        patterns=one.patterns | other.patterns,
        formats=one.formats | other.formats,
        default=one.default if other.default is None else other.default,
        fields=_merged(one.fields, other.fields),
        required=one.required | other.required,
        items=_both(one.items, other.items) if one.items and other.items else one.items or other.items,
        others=one.others if other.others is None else other.others,
        tag=tag,
        variants=_merged(one.variants, other.variants),
    )


def _merged(some: Mapping[str, Shape], more: Mapping[str, Shape]) -> Mapping[str, Shape]:
    return {**some, **{name: _both(some[name], shape) if name in some else shape for name, shape in more.items()}}


def _fewer(some: frozenset[Any] | None, more: frozenset[Any] | None) -> frozenset[Any] | None:
    return more if some is None else some if more is None else some & more


def _fewer_types(some: frozenset[str] | None, more: frozenset[str] | None) -> frozenset[str] | None:
    if some is not None and more is not None and "integer" in some | more and "number" in some | more:
        return frozenset(some | more) & {"integer", "null"}
    return _fewer(some, more)


def tighter(name: str, one: Any, other: Any) -> Any:
    """Return the limit that lets less pass; None is no limit."""
    if one is None or other is None or one == other:
        return other if one is None else one
    if name.lower().endswith(("minimum", "minlength", "minitems", "minproperties")):
        return max(one, other)
    _require(name not in {"not", "propertyNames", "multipleOf"}, f"{name} {one} and {other}")
    return min(one, other)


def _any_of(shapes: list[Shape], tag: str) -> Shape:
    """Return the shape of what fits any of them: plain values as one, objects by the field that tells them apart."""
    is_nullable = any(shape.types == frozenset({"null"}) for shape in shapes)
    shapes = [shape for shape in shapes if shape.types != frozenset({"null"})]
    if len(shapes) > 1 and any(shape.fields or shape.variants for shape in shapes):
        union = _union(shapes, tag or _tag_of(shapes))
    else:
        union = functools.reduce(_either, shapes)
    if not is_nullable or union.types is None:
        return union
    return dataclasses.replace(union, types=union.types | {"null"})


def _tag_of(shapes: Iterable[Shape]) -> str:
    """Return the field that all have, always, with values that are no other's."""
    tags = {shape.tag for shape in shapes}
    if tags != {""}:
        return tags.pop()
    for name in sorted(set.intersection(*(set(shape.required) for shape in shapes))):
        values = [shape.fields[name].values for shape in shapes if name in shape.fields]
        if all(values) and len(frozenset().union(*values)) == sum(map(len, values)):  # type: ignore[arg-type]
            return name
    raise Unclear("objects that no field tells apart")


def _union(shapes: Iterable[Shape], tag: str) -> Shape:
    variants: dict[str, Shape] = {}
    for shape in shapes:
        found = shape.by(tag)
        _require(found, f"a variant without a value of {tag}")
        for value, variant in found.items():
            _require(variants.get(value, variant) is variant, f"two variants for {tag} {value}")
            variants[value] = variant
    return Shape(types=frozenset({"object"}), tag=tag, variants=variants)


def _either(one: Shape, other: Shape) -> Shape:
    """Return the shape of what fits one of two that are no unions of objects."""
    same_items = one.items if one.items is other.items else None
    _require(same_items or not (one.items and other.items), "a union of two lists")
    return Shape(
        types=None if one.types is None or other.types is None else one.types | other.types,
        values=None if one.values is None or other.values is None else one.values | other.values,
        limits={name: limit for name, limit in one.limits.items() if other.limits.get(name) == limit},
        patterns=one.patterns & other.patterns,
        formats=one.formats & other.formats,
        fields=one.fields or other.fields,
        required=one.required & other.required,
        items=one.items or other.items,
    )
