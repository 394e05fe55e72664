"""The description of /api/v1: holds answers against it, and makes bodies out of it."""

import datetime
import json
import random
import re

from .server import ROOT

TYPES = {"string": str, "boolean": bool, "array": list, "object": dict, "null": type(None)}


class Description:
    def __init__(self):
        self.document = json.loads((ROOT / "proto/openapi.json").read_text())
        self.schemas = self.document["components"]["schemas"]

    def operations(self):
        """Every method and path with its operation."""
        for path, item in self.document["paths"].items():
            for method, operation in item.items():
                if method != "parameters":
                    yield method, path, operation

    def operation(self, method, path):
        """The operation of a request, by its address without the beginning."""
        for name, pattern, operation in self.operations():
            shape = re.sub(r"\{\w+\}", "[^/]+", pattern)
            if name == method.lower() and re.fullmatch(shape, path.partition("?")[0]):
                return operation
        raise AssertionError(f"{method} {path} is not described")

    def check(self, answer):
        """Holds an answer against the description of its request."""
        path = answer.request.url.raw_path.decode().removeprefix("/api/v1")
        responses = self.operation(answer.request.method, path)["responses"]
        if answer.status_code == 304:
            return answer
        known = responses.get(str(answer.status_code))
        if known is None:
            assert answer.status_code >= 400 and answer.status_code != 500, (answer, answer.text)
            assert answer.headers["content-type"] == "application/problem+json", answer.headers
            self.check_value(answer.json(), {"$ref": "#/components/schemas/Problem"}, "problem")
            assert answer.json()["status"] == answer.status_code
        elif "content" in known:
            self.check_value(answer.json(), known["content"]["application/json"]["schema"], "answer")
        else:
            assert answer.content == b""
        return answer

    def check_value(self, value, schema, where):
        schema = self.resolved(schema)
        kinds = schema.get("type", [])
        kinds = [kinds] if isinstance(kinds, str) else kinds
        assert not kinds or any(self.is_a(value, kind) for kind in kinds), (where, value, kinds)
        if "enum" in schema:
            assert value in schema["enum"], (where, value)
        if isinstance(value, dict):
            assert set(schema.get("required", [])) <= set(value), (where, value)
            assert set(value) <= set(schema["properties"]), (where, value)
            for name, member in value.items():
                self.check_value(member, schema["properties"][name], f"{where}.{name}")
        elif isinstance(value, list):
            for number, part in enumerate(value):
                self.check_value(part, schema["items"], f"{where}[{number}]")
        elif isinstance(value, str) and schema.get("format") == "date-time":
            assert datetime.datetime.fromisoformat(value).tzinfo, (where, value)
        elif isinstance(value, str) and schema.get("format") == "date":
            datetime.date.fromisoformat(value)
        elif isinstance(value, (int, float)) and not isinstance(value, bool):
            assert schema.get("minimum", value) <= value <= schema.get("maximum", value), (where, value)

    @staticmethod
    def is_a(value, kind):
        if kind in ("integer", "number"):
            return isinstance(value, int if kind == "integer" else (int, float)) and not isinstance(value, bool)
        return isinstance(value, TYPES[kind])

    def resolved(self, schema):
        if "$ref" in schema:
            return self.resolved(self.schemas[schema["$ref"].rpartition("/")[2]])
        if "allOf" in schema:
            return {**self.resolved(schema["allOf"][0]), **{k: v for k, v in schema.items() if k != "allOf"}}
        return schema

    def body(self, schema, chance: random.Random):
        """A value of a schema, of which every third is wrong."""
        schema = self.resolved(schema)
        if chance.random() < 0.1:
            return chance.choice([None, True, -1, 1e300, "", "\u0000", "🕌" * 3_000, [], {}, [[]], {"a": 1}])
        kind = schema.get("type", "object")
        kind = chance.choice(kind) if isinstance(kind, list) else kind
        if kind == "object":
            names = [name for name in schema["properties"] if chance.random() < 0.5 or name in schema.get("required", [])]
            made = {name: self.body(schema["properties"][name], chance) for name in names}
            return made | ({"other": 1} if chance.random() < 0.05 else {})
        if kind == "array":
            return [self.body(schema["items"], chance) for _ in range(chance.randint(0, 3))]
        if kind in ("integer", "number"):
            return chance.randint(int(schema.get("minimum", -5)), int(min(schema.get("maximum", 5), 10**6)))
        if kind == "string" and "enum" in schema:
            return chance.choice(schema["enum"])
        if kind == "string" and "format" in schema:
            day = f"{chance.randint(1970, 2100)}-{chance.randint(1, 12):02}-{chance.randint(1, 31):02}"
            return day if schema["format"] == "date" else f"{day}T{chance.randint(0, 24):02}:00:00+03:00"
        return {"string": "".join(chance.choices("aب=;,\n\\\"&", k=chance.randint(0, 20))),
                "boolean": chance.random() < 0.5, "null": None}[kind]
