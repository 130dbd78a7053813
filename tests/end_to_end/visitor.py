"""A person at the site: signs up, makes a token, uploads by page or API, and reads what became of it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import requests

from tests.end_to_end.running import Platform, until

PASSWORD = "a-long-enough-passphrase-7"
DECIDED = ("accepted", "refused")


@dataclass
class Visitor:
    platform: Platform
    name: str
    session: requests.Session = field(default_factory=requests.Session)
    token: str = ""

    def sign_up(self) -> None:
        answer = self.submit(
            "/accounts/signup/",
            username=self.name,
            email=f"{self.name}@example.org",
            password1=PASSWORD,
            password2=PASSWORD,
        )
        assert answer.status_code == 200, answer.text[:2000]
        assert f'/accounts/you/">{self.name}<' in answer.text, answer.text[:2000]

    def make_token(self) -> None:
        answer = self.submit(
            "/accounts/tokens/", name="test", scopes=["read", "upload", "challenge", "tournament"]
        )
        assert answer.status_code == 200
        found = re.search(r"\bath[a-z]*_[A-Za-z0-9_-]{20,}", answer.text)
        assert found, answer.text[:3000]
        self.token = found.group()

    def submit(self, path: str, files: Any = None, **fields: Any) -> requests.Response:
        """Fills in the form of a page, as a browser does."""
        page = self.session.get(self.platform.url + path, timeout=60)
        found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page.text)
        assert found, f"{path} has no form: {page.status_code}"
        fields["csrfmiddlewaretoken"] = found.group(1)
        headers = {"Referer": self.platform.url + path, "Origin": self.platform.url}
        return self.session.post(self.platform.url + path, data=fields, files=files, headers=headers, timeout=60)

    def api(self, method: str, path: str, **more: Any) -> requests.Response:
        headers = {"Authorization": f"Bearer {self.token}"}
        return requests.request(method, f"{self.platform.url}/api/v1{path}", headers=headers, timeout=60, **more)

    def upload(self, content: bytes, filename: str = "bot.py", **fields: str) -> requests.Response:
        return self.api("POST", "/uploads", files={"file": (filename, content)}, data=fields)

    def verdict(self, bot: str, number: int) -> dict[str, Any]:
        """What became of a version, once that is decided."""
        found = until(lambda: self.is_decided(bot, number), f"version {number} of {bot} is decided")
        assert found is not None
        return found

    def is_decided(self, bot: str, number: int) -> dict[str, Any] | None:
        """The version, if it is."""
        version: dict[str, Any] = self.api("GET", f"/me/bots/{bot}/versions/{number}").json()
        return version if version["state"] in DECIDED else None
