"""Whoever calls the API in a test: a client with or without a token, and answers as documents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from athanor.accounts.models import User
from tests.athanor import world


@dataclass
class Answer:
    status: int
    document: Any
    content: bytes
    headers: Any

    @property
    def code(self) -> str:
        """Of an error; its shape is checked here, for every error of every test."""
        assert set(self.document) == {"error"}, self.document
        assert set(self.document["error"]) == {"code", "message", "hint"}
        assert self.document["error"]["message"]
        code: str = self.document["error"]["code"]
        return code


class Caller:
    def __init__(self, token: str = "") -> None:
        self.client = Client(headers={"Authorization": f"Bearer {token}"} if token else None)

    def get(self, path: str, **query: Any) -> Answer:
        return answered(self.client.get(f"/api/v1{path}", query))

    def post(self, path: str, body: Any = None) -> Answer:
        return answered(self.client.post(f"/api/v1{path}", body, content_type="application/json"))

    def put(self, path: str, body: Any = None) -> Answer:
        return answered(self.client.put(f"/api/v1{path}", body, content_type="application/json"))

    def delete(self, path: str) -> Answer:
        return answered(self.client.delete(f"/api/v1{path}"))

    def upload(self, content: bytes, filename: str = "bot.py", **fields: str) -> Answer:
        form = {"file": SimpleUploadedFile(filename, content), **fields}
        return answered(self.client.post("/api/v1/uploads", form))


def answered(response: Any) -> Answer:
    kind = response.headers.get("Content-Type", "")
    document = response.json() if kind.partition(";")[0] == "application/json" else None
    return Answer(response.status_code, document, response.getvalue(), response.headers)


def of(user: User, *scopes: str) -> Caller:
    return Caller(world.token(user, *scopes))
