"""How each operation is called: with curl, and with the clients for Python and TypeScript; made of its example."""

import json
import pprint
import re
import shlex
from typing import Any

Operation = dict[str, Any]
_FILE = "@"
"""An example of a form names a file so, as curl does."""
_NAMED_FILE = re.compile(rf'"{_FILE}([^"]+)"')


def add(operation: Operation, *, method: str, path: str, parameters: list[dict[str, Any]]) -> None:
    """Add `x-codeSamples`, which the reference shows beside the operation. `parameters` has no references."""
    call = _Call(operation, method=method, path=path, parameters=parameters)
    operation["x-codeSamples"] = [
        {"lang": "cURL", "source": call.in_curl()},
        {"lang": "Python", "source": call.in_python()},
        {"lang": "TypeScript", "source": call.in_typescript()},
    ]


class _Call:
    """A request, as the examples of the document have it."""

    def __init__(self, operation: Operation, *, method: str, path: str, parameters: list[dict[str, Any]]) -> None:
        self.method, self.path = method, path
        values = {each["name"]: each for each in parameters}
        self.in_path = {
            name: str(each.get("example", f"{{{name}}}")) for name, each in values.items() if each["in"] == "path"
        }
        self.query = {
            name: each["example"] for name, each in values.items() if each["in"] == "query" and "example" in each
        }
        self.has_key = "Idempotency-Key" in values
        content = operation.get("requestBody", {}).get("content", {})
        self.is_form = "multipart/form-data" in content
        examples: dict[str, Any] = next((part["examples"] for part in content.values() if part.get("examples")), {})
        self.body = next((each["value"] for each in examples.values() if "value" in each), None)

    def in_curl(self) -> str:
        path = self.path
        for name, value in self.in_path.items():
            path = path.replace(f"{{{name}}}", value)
        asked = "&".join(f"{name}={value}" for name, value in self.query.items())
        lines = [
            f'curl -X {self.method} "$PAYMENTS_BASE_URL{path}{"?" + asked if asked else ""}"',
            '-u "$PAYMENTS_CLIENT_ID:$PAYMENTS_CLIENT_SECRET"',
        ]
        if self.has_key:
            lines.append("-H 'Idempotency-Key: a-key-of-your-own'")
        if self.is_form:
            lines += [f"-F {shlex.quote(f'{name}={value}')}" for name, value in (self.body or {}).items()]
        elif self.body is not None:
            lines.append("-H 'Content-Type: application/json'")
            lines.append(f"-d {shlex.quote(json.dumps(self.body, indent=2, ensure_ascii=False))}")
        return " \\\n  ".join(lines)

    def in_python(self) -> str:
        path = json.dumps(self.path)
        for name, value in self.in_path.items():
            path = path.replace(f"{{{name}}}", value)
        arguments = [path]
        if self.query:
            arguments.append(f"params={self.query!r}")
        if self.has_key:
            arguments.append('headers={"Idempotency-Key": "a-key-of-your-own"}')
        files = {name: value for name, value in (self.body or {}).items() if str(value).startswith(_FILE)}
        if self.is_form:
            rest = {name: value for name, value in (self.body or {}).items() if name not in files}
            arguments.append(f"data={_python(rest)}")
            opened = ", ".join(f'"{name}": open("{value[1:]}", "rb")' for name, value in files.items())
            arguments.append(f"files={{{opened}}}")
        elif self.body is not None:
            arguments.append(f"json={_python(self.body)}")
        inner = "".join(f"    {argument},\n" for argument in arguments)
        return (
            "from payments_platform_client import from_environment\n\n"
            f"api = from_environment().get_httpx_client()\nreply = api.{self.method.lower()}(\n{inner})\n"
            "print(reply.json() if reply.content else reply.status_code)"
        )

    def in_typescript(self) -> str:
        parameters: dict[str, Any] = {}
        if self.in_path:
            parameters["path"] = self.in_path
        if self.query:
            parameters["query"] = self.query
        if self.has_key:
            parameters["header"] = {"Idempotency-Key": "a-key-of-your-own"}
        options = {"params": parameters} if parameters else {}
        if self.body is not None:
            options["body"] = self.body
        text = json.dumps(options, indent=2, ensure_ascii=False) if options else ""
        imported = ""
        if self.is_form:
            imported = 'import { readFile } from "node:fs/promises";\n'
            text = _NAMED_FILE.sub(r'new File([await readFile("\1")], "\1")', text)
        arguments = json.dumps(self.path) + (f", {text}" if text else "")
        return (
            f'{imported}import {{ Payments }} from "payments-platform-client";\n\n'
            "const payments = Payments.fromEnvironment();\n"
            f"const reply = await payments.{self.method.lower()}({arguments});"
        )


def _python(value: Any) -> str:
    return pprint.pformat(value, width=90, sort_dicts=False).replace("\n", "\n    ")
