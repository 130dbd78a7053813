"""The site's API from the shell: who is logged in where, and one request at a time.

The login lies in a file that only its owner can read; ATHANOR_SITE and ATHANOR_TOKEN go before it, for a machine
that has secrets of its own. The token is sent to the site it was made for, and to nobody a redirect names.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote, urlsplit

from arena.cli.trouble import FAILED, Trouble, printable

if TYPE_CHECKING:
    import httpx

SECONDS: Final = 60.0
LOCAL: Final = ("localhost", "127.0.0.1", "::1")
ODD: Final = "replace"
"""A word of the shell that is no text: the site is asked for what it looks like, and says that there is none."""


@dataclass(frozen=True, slots=True)
class Login:
    site: str
    """The address without a slash at its end."""
    token: str


def path_of_login() -> Path:
    base = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(base) / "athanor" / "login.json"


def logged_in() -> Login:
    """Raises Trouble."""
    site, token = os.environ.get("ATHANOR_SITE", ""), os.environ.get("ATHANOR_TOKEN", "")
    if token and site:
        return Login(address(site), token)
    path = path_of_login()
    try:
        document = json.loads(path.read_text())
        return Login(address(document["site"]), str(document["token"]))
    except FileNotFoundError:
        raise Trouble("you are not logged in: run `athanor login URL`; your account page makes a token") from None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Trouble(f"{path} cannot be read as a login ({error}): run `athanor login URL` again") from None


def remember(login: Login) -> Path:
    path = path_of_login()
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # Made with its mode, and renamed into place: at no moment can another user open it.
    aside = path.with_name(f".login-{secrets.token_hex(4)}")
    with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        json.dump({"site": login.site, "token": login.token}, file)
    aside.replace(path)
    return path


def address(text: str) -> str:
    """A site's address as it is kept. Raises Trouble."""
    try:
        parts = urlsplit(text if "://" in text else f"https://{text}")
        known = (
            parts.scheme in ("http", "https") and bool((parts.hostname or "").encode("idna")) and parts.port != 0
        )
    except ValueError:
        known = False
    if not known:
        raise Trouble(f"{text!r} is no address of a site: write https://HOST, or http://127.0.0.1:8000")
    if "@" in parts.netloc:
        # They would be sent instead of the token, and shown wherever the site is named.
        bare = parts.netloc.rpartition("@")[2]
        raise Trouble(f"the address of {bare} holds a name or a password: write {parts.scheme}://{bare}")
    if parts.scheme == "http" and parts.hostname not in LOCAL:
        raise Trouble(f"{text!r} would send your token unencrypted: write https://{parts.netloc}")
    return f"{parts.scheme}://{parts.netloc}"


class Site:
    """The API, for a login."""

    def __init__(self, login: Login) -> None:
        """Raises Trouble: the token is none that any site gives."""
        if not re.fullmatch("[!-~]+", login.token):
            raise Trouble("the API token holds a space or a character that no token has: copy it whole and alone")
        self.login = login

    def get(self, path: str, **query: str | int) -> Any:
        return self._call("GET", path, query={name: value for name, value in query.items() if value != ""})

    def post(self, path: str, document: Any = None) -> Any:
        return self._call("POST", path, document=document or {})

    def put(self, path: str, document: Any = None) -> Any:
        return self._call("PUT", path, document=document or {})

    def delete(self, path: str, **query: str) -> Any:
        return self._call("DELETE", path, query=query)

    def upload(self, path: str, filename: str, content: bytes, fields: Mapping[str, str]) -> Any:
        name = quote(filename, safe=" ()[]@+,;=!'", errors=ODD)
        file = (name, content, "application/octet-stream")
        given = {field: _as_text(value) for field, value in fields.items()}
        return self._call("POST", path, data=given, files={"file": file})

    def _call(
        self,
        method: str,
        path: str,
        query: Mapping[str, str | int] | None = None,
        document: Any = None,
        **body: Any,
    ) -> Any:
        """Raises Trouble."""
        site = self.login.site
        headers = {"Accept": "application/json"}
        if document is not None:
            # In ASCII, which has every word of a shell: httpx's own way fails on those that are no text.
            body["content"] = json.dumps(document).encode()
            headers["Content-Type"] = "application/json"
        if self.login.token:
            headers["Authorization"] = f"Bearer {self.login.token}"
        with _reaching(site), _client() as client:
            answer = client.request(
                method,
                _url(site, path),
                params={name: _as_text(str(value)) for name, value in (query or {}).items()},
                headers=headers,
                **body,
            )
        return _document(site, answer)


class Visit(Site):
    """The API as anybody may read it, without a login."""

    def __init__(self, site: str) -> None:
        self.login = Login(site, "")

    def pieces(self, path: str) -> Iterator[bytes]:
        """A download as it comes, however long it is. Raises Trouble."""
        site = self.login.site
        with _reaching(site), _client() as client, client.stream("GET", _url(site, path)) as answer:
            if answer.is_error or answer.has_redirect_location:
                answer.read()
                _document(site, answer)
            yield from answer.iter_bytes()


def _url(site: str, path: str) -> str:
    return f"{site}/api/v1{quote(path, errors=ODD)}"


@contextmanager
def _reaching(site: str) -> Iterator[None]:
    """What goes wrong on the way to a site, and back, as Trouble."""
    import httpx

    try:
        yield
    except (httpx.InvalidURL, UnicodeError) as error:
        raise Trouble(f"{site!r} is no address of a site: {error}") from None
    except httpx.HTTPError as error:
        reason = str(error) or type(error).__name__
        raise Trouble(f"{site} cannot be reached: {reason}; is it running?", FAILED) from None


def _client() -> httpx.Client:
    """Raises Trouble: the environment names a proxy that cannot be gone through."""
    # Imported by nobody who asks for help only: it takes longer than all else that a command needs.
    import httpx

    try:
        return httpx.Client(timeout=SECONDS, verify=_trusted())
    except (ImportError, ValueError, httpx.InvalidURL):
        raise Trouble(
            "the proxy that the environment names cannot be used: HTTPS_PROXY, HTTP_PROXY or ALL_PROXY is to be "
            "http://HOST:PORT or https://HOST:PORT; NO_PROXY=HOST goes to a site without one"
        ) from None


@cache
def _trusted() -> ssl.SSLContext:
    """The authorities that this machine trusts, one's own among them; by itself httpx takes a list of its own."""
    return ssl.create_default_context()


def _as_text(word: str) -> str:
    return word.encode(errors=ODD).decode()


def _document(site: str, answer: httpx.Response) -> Any:
    """Raises Trouble."""
    if answer.has_redirect_location:
        where = printable(answer.headers["Location"])[:100]
        raise Trouble(f"the site sends us to {where}: log in there with `athanor login`")
    if answer.is_error:
        raise _refusal(answer)
    try:
        return answer.json()
    except ValueError:
        raise Trouble(f"{site} does not answer as an Athanor site does") from None


def _refusal(answer: httpx.Response) -> Trouble:
    """What the site says, in its own words."""
    try:
        said = answer.json()["error"]
        text = printable("; ".join(filter(None, (said["message"], said["hint"]))))
        return Trouble(f"{text} ({printable(said['code'])})", FAILED)
    except (ValueError, KeyError, TypeError):
        told = f"{answer.status_code} {printable(answer.reason_phrase)}"
        return Trouble(f"the site answers {told}: is this the address of an Athanor site?")
