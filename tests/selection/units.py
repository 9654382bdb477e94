"""The parts that a module is made of: its functions, methods and other statements, each by a name.

A function that stands in another one belongs to it. `transfers.py:Sender.send` is a method, `transfers.py:LIMIT` an
assignment, `transfers.py:Sender` what else stands in a class, and `transfers.py:` the statements without a name.
"""

import ast
import re
from collections.abc import Iterator, Mapping

_Function = ast.FunctionDef | ast.AsyncFunctionDef
Unit = tuple[str, ast.stmt]


def of_module(path: str, source: str) -> dict[str, list[ast.stmt]]:
    """Return the statements of each unit of a module, by the unit's name."""
    units: dict[str, list[ast.stmt]] = {}
    for name, statement in _named(ast.parse(source).body):
        units.setdefault(f"{path}:{name}", []).append(statement)
    return units


def lines(units: Mapping[str, list[ast.stmt]]) -> dict[int, str]:
    """Return which unit a line belongs to.

    Of a function these are the lines of its body: its first line, with its defaults, is executed at import.
    """
    return {
        line: name
        for name, statements in units.items()
        for statement in statements
        if not isinstance(statement, ast.ClassDef)
        for line in range(_first_line(statement), (statement.end_lineno or statement.lineno) + 1)
    }


def changed(before: Mapping[str, list[ast.stmt]], after: Mapping[str, list[ast.stmt]]) -> set[str]:
    """Return the units that are not what they were, new and removed ones among them. Comments are no part of them."""
    return {name for name in before.keys() | after.keys() if _dump(before.get(name)) != _dump(after.get(name))}


def is_function(statements: list[ast.stmt]) -> bool:
    """Tell whether a unit does something when it is called, and nothing else."""
    return all(isinstance(statement, _Function) for statement in statements)


def mentions(statements: list[ast.stmt], names: set[str]) -> bool:
    """Tell whether a unit uses one of these names, of its own module or as an attribute of another one."""
    return any(
        (isinstance(node, ast.Name) and node.id in names) or (isinstance(node, ast.Attribute) and node.attr in names)
        for statement in statements
        for node in ast.walk(statement)
    )


def tests(path: str, source: str) -> set[str]:
    """Return the names that pytest gives to the test functions of a module."""
    names: set[str] = set()
    for statement in ast.parse(source).body:
        if isinstance(statement, _Function) and statement.name.startswith("test"):
            names.add(f"{path}::{statement.name}")
        elif isinstance(statement, ast.ClassDef) and statement.name.startswith("Test"):
            methods = (each.name for each in statement.body if isinstance(each, _Function))
            names.update(f"{path}::{statement.name}::{name}" for name in methods if name.startswith("test"))
    return names


def imported(source: str) -> set[str]:
    """Return the modules that a module imports, with dots, and what it takes from them as if it were modules too."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names.update(each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.update({node.module, *(f"{node.module}.{each.name}" for each in node.names)})
    return names


def _named(statements: list[ast.stmt]) -> Iterator[Unit]:
    for statement in statements:
        if not isinstance(statement, ast.ClassDef):
            yield _name(statement), statement
            continue
        for member in statement.body:
            yield (f"{statement.name}.{member.name}" if isinstance(member, _Function) else statement.name), member
        # Its bases and decorators without what stands in it, which has names of its own.
        head = ast.ClassDef(statement.name, statement.bases, statement.keywords, [ast.Pass()], statement.decorator_list)
        yield statement.name, head


def _name(statement: ast.stmt) -> str:
    match statement:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            return name
        case ast.Assign(targets=[ast.Name(id=name), *_]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name
    return ""


def _first_line(statement: ast.stmt) -> int:
    return statement.body[0].lineno if isinstance(statement, _Function) else statement.lineno


def _dump(statements: list[ast.stmt] | None) -> list[str] | None:
    return None if statements is None else [ast.dump(statement) for statement in statements]


def bare(name: str) -> str:
    """Return the last part of a unit's name: what other units call it."""
    return re.split(r"[:.]", name)[-1]
