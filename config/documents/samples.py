"""How each operation is called: with curl, and with the clients for Python and TypeScript; made of its example."""

import json
import keyword
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
        # Whoever copies a sample wants the real call.
        shown = {name: each for name, each in values.items() if name != "dryRun"}
        self.query = {
            name: each["example"] for name, each in shown.items() if each["in"] == "query" and "example" in each
        }
        self.has_key = "Idempotency-Key" in values
        content = operation.get("requestBody", {}).get("content", {})
        self.is_form = "multipart/form-data" in content
        replies = [reply.get("content") for code, reply in operation["responses"].items() if code.startswith("2")]
        self.is_json = all(not answered or "application/json" in answered for answered in replies)
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
        if self.is_form or not self.is_json:
            return self._of_python("api", ".get_httpx_client()", path, self._beside_json(), "reply.text")
        arguments = [_keyword(name, value) for name, value in self.query.items()]
        if self.body is not None:
            arguments.append(_python(self.body))
        if self.has_key and self.method != "GET":
            arguments.append('key="a-key-of-your-own"')
        return self._of_python("payments", "", path, arguments, "reply")

    def _of_python(self, name: str, client: str, path: str, arguments: list[str], shown: str) -> str:
        inner = "".join(f"    {argument},\n" for argument in (path, *arguments))
        return (
            "from payments_platform_client import from_environment\n\n"
            f"{name} = from_environment(){client}\nreply = {name}.{self.method.lower()}(\n{inner})\nprint({shown})"
        )

    def _beside_json(self) -> list[str]:
        """Return the arguments of a call that sends a file, or is answered with one."""
        arguments = [f"params={self.query!r}"] if self.query else []
        if self.has_key:
            arguments.append('headers={"Idempotency-Key": "a-key-of-your-own"}')
        if self.is_form:
            files = {name: value for name, value in (self.body or {}).items() if str(value).startswith(_FILE)}
            rest = {name: value for name, value in (self.body or {}).items() if name not in files}
            opened = ", ".join(f'"{name}": open("{value[1:]}", "rb")' for name, value in files.items())
            arguments += [f"data={_python(rest)}", f"files={{{opened}}}"]
        return arguments

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


def _keyword(name: str, value: Any) -> str:
    is_name = name.isidentifier() and not keyword.iskeyword(name)
    return f"{name}={value!r}" if is_name else f"**{ {name: value}!r}"


def _python(value: Any) -> str:
    return pprint.pformat(value, width=90, sort_dicts=False).replace("\n", "\n    ")
