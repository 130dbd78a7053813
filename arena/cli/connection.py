"""The site's API from the shell: who is logged in where, and one request at a time, by the standard library.

The login lies in a file that only its owner can read; ATHANOR_SITE and ATHANOR_TOKEN go before it, for a machine
that has secrets of its own. The token is sent to the site it was made for, and to nobody a redirect names.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPException, HTTPMessage
from pathlib import Path
from typing import IO, Any, Final
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from arena.cli.trouble import FAILED, Trouble, printable

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
    if parts.scheme == "http" and parts.hostname not in LOCAL:
        raise Trouble(f"{text!r} would send your token unencrypted: write https://{parts.netloc}")
    return f"{parts.scheme}://{parts.netloc}"


class _NoRedirect(HTTPRedirectHandler):
    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request | None:
        raise Trouble(f"the site sends us to {printable(newurl)[:100]}: log in there with `athanor login`")


_opener = build_opener(_NoRedirect)


class Site:
    """The API, for a login."""

    def __init__(self, login: Login) -> None:
        """Raises Trouble: the token is none that any site gives."""
        if not re.fullmatch("[!-~]+", login.token):
            raise Trouble("the API token holds a space or a character that no token has: copy it whole and alone")
        self.login = login

    def get(self, path: str, **query: str | int) -> Any:
        given = {name: value for name, value in query.items() if value != ""}
        return self._call(Request(self._url(path) + (f"?{urlencode(given, errors=ODD)}" if given else "")))

    def post(self, path: str, document: Any = None) -> Any:
        body = json.dumps(document or {}).encode()
        return self._call(Request(self._url(path), data=body, headers={"Content-Type": "application/json"}))

    def put(self, path: str, document: Any = None) -> Any:
        body = json.dumps(document or {}).encode()
        headers = {"Content-Type": "application/json"}
        return self._call(Request(self._url(path), data=body, headers=headers, method="PUT"))

    def delete(self, path: str, **query: str) -> Any:
        asked = f"?{urlencode(query, errors=ODD)}" if query else ""
        return self._call(Request(f"{self._url(path)}{asked}", method="DELETE"))

    def upload(self, path: str, filename: str, content: bytes, fields: Mapping[str, str]) -> Any:
        boundary = secrets.token_hex(16)
        body = _form(boundary, filename, content, fields)
        kind = f"multipart/form-data; boundary={boundary}"
        return self._call(Request(self._url(path), data=body, headers={"Content-Type": kind}))

    def _url(self, path: str) -> str:
        return f"{self.login.site}/api/v1{quote(path, errors=ODD)}"

    def _call(self, request: Request) -> Any:
        if self.login.token:
            request.add_header("Authorization", f"Bearer {self.login.token}")
        request.add_header("Accept", "application/json")
        try:
            with _opener.open(request, timeout=SECONDS) as response:
                return json.loads(response.read())
        except HTTPError as error:
            raise _refusal(error) from None
        except (URLError, HTTPException, ssl.SSLError, OSError) as error:
            reason = getattr(error, "reason", error)
            raise Trouble(f"{self.login.site} cannot be reached: {reason}; is it running?", FAILED) from None
        except ValueError:
            raise Trouble(f"{self.login.site} does not answer as an Athanor site does") from None


class Visit(Site):
    """The API as anybody may read it, without a login."""

    def __init__(self, site: str) -> None:
        self.login = Login(site, "")


def _refusal(error: HTTPError) -> Trouble:
    """What the site says, in its own words."""
    try:
        said = json.loads(error.read())["error"]
        text = printable("; ".join(filter(None, (said["message"], said["hint"]))))
        return Trouble(f"{text} ({printable(said['code'])})", FAILED)
    except (OSError, ValueError, KeyError, TypeError):
        return Trouble(f"the site answers {error.code} {error.reason}: is this the address of an Athanor site?")


def _form(boundary: str, filename: str, content: bytes, fields: Mapping[str, str]) -> bytes:
    parts = []
    for name, value in fields.items():
        parts.append(
            f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode(errors=ODD)
        )
    safe = quote(filename, safe=" ()[]@+,;=!'", errors=ODD)
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{safe}"\r\n'
    parts += [head.encode(), b"Content-Type: application/octet-stream\r\n\r\n", content, b"\r\n"]
    return b"".join((*parts, f"--{boundary}--\r\n".encode()))
