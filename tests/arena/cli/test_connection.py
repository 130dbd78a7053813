"""What the command line sends to a site, and what it makes of its answers: against a server of the test's own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from email import message_from_bytes
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from types import MappingProxyType
from typing import Any

import pytest

from arena.cli.connection import Login, Site, Visit, address
from arena.cli.trouble import Trouble


class Server(ThreadingHTTPServer):
    """Answers everything the same, and remembers the last request."""

    status = 200
    headers: Mapping[str, str] = MappingProxyType({})
    content = b'{"ok": true}'
    method = path = ""
    sent: Message
    body = b""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def answers(self, status: int, content: bytes = b"", **headers: str) -> None:
        self.status, self.content, self.headers = status, content, headers


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        self.server.method, self.server.path, self.server.sent = self.command, self.path, self.headers
        self.server.body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.send_response(self.server.status)
        for name, value in self.server.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(self.server.content)))
        self.end_headers()
        self.wfile.write(self.server.content)

    do_POST = do_PUT = do_DELETE = do_GET  # noqa: N815 - the names that http.server looks for

    def log_message(self, *args: Any) -> None:
        pass


@pytest.fixture
def server() -> Iterator[Server]:
    with Server(("127.0.0.1", 0), Handler) as made:
        thread = Thread(target=made.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield made
        made.shutdown()
        thread.join()


@pytest.fixture
def site(server: Server) -> Site:
    return Site(Login(server.url, "ath_token"))


def test_a_question_has_the_token_and_what_was_given(server: Server, site: Site) -> None:
    assert site.get("/matches", bot="ada/gus bot", limit=20, game="") == {"ok": True}
    assert (server.method, server.path) in (
        ("GET", "/api/v1/matches?bot=ada%2Fgus+bot&limit=20"),
        ("GET", "/api/v1/matches?bot=ada%2Fgus%20bot&limit=20"),
    )
    assert server.sent["Authorization"] == "Bearer ath_token"
    assert server.sent["Accept"] == "application/json"


def test_a_visitor_shows_no_token(server: Server) -> None:
    Visit(server.url).get("/fairness/log", after=0)
    assert server.path == "/api/v1/fairness/log?after=0"
    assert "Authorization" not in server.sent


def test_a_name_cannot_become_another_part_of_the_address(server: Server, site: Site) -> None:
    site.get("/bots/ada/x?y#z ü")
    assert server.path == "/api/v1/bots/ada/x%3Fy%23z%20%C3%BC"
    site.get("/bots/ada/\udcff")
    assert server.path == "/api/v1/bots/ada/%3F"


@pytest.mark.parametrize(("method", "verb"), [("post", "POST"), ("put", "PUT")])
def test_a_document_is_sent_as_json_and_none_as_an_empty_one(
    method: str, verb: str, server: Server, site: Site
) -> None:
    getattr(site, method)("/challenges", {"game": "pois\udcff"})
    assert (server.method, json.loads(server.body)) == (verb, {"game": "pois\udcff"})
    assert server.sent["Content-Type"] == "application/json"
    getattr(site, method)("/challenges")
    assert json.loads(server.body) == {}


def test_a_deletion_asks_with_its_query(server: Server, site: Site) -> None:
    site.delete("/tournaments/cup/entries/gus", confirm="true")
    assert (server.method, server.path) == ("DELETE", "/api/v1/tournaments/cup/entries/gus?confirm=true")


def test_an_upload_is_a_form_with_its_file_as_it_is(server: Server, site: Site) -> None:
    content = b"\r\n--boundary\x00\xff" * 100
    site.upload("/uploads", 'my "best" bôt.py', content, {"bot": "", "games": "poison,kazaam", "odd": "\udcff"})
    form = message_from_bytes(b"Content-Type: " + server.sent["Content-Type"].encode() + b"\r\n\r\n" + server.body)
    parts = {part.get_param("name", header="Content-Disposition"): part for part in form.get_payload()}  # type: ignore[union-attr]
    fields = {name: part.get_payload(decode=True) for name, part in parts.items()}  # type: ignore[union-attr]
    assert fields == {"bot": b"", "games": b"poison,kazaam", "odd": b"?", "file": content}
    assert parts["file"].get_filename() == "my %22best%22 b%C3%B4t.py"  # type: ignore[union-attr]
    assert parts["file"].get_content_type() == "application/octet-stream"  # type: ignore[union-attr]


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_token_is_sent_nowhere_that_a_redirect_names(status: int, server: Server, site: Site) -> None:
    server.answers(status, Location="https://elsewhere.example.org/login")
    with pytest.raises(
        Trouble, match=r"the site sends us to https://elsewhere\.example\.org/login: log in"
    ) as trouble:
        site.get("/me")
    assert trouble.value.code == 2


def test_a_redirect_to_what_is_no_address_is_one_clean_line(server: Server, site: Site) -> None:
    server.answers(302, Location="https://elsewhere.example.org/\x1b[2J")
    with pytest.raises(Trouble, match="Invalid URL in location header") as trouble:
        site.get("/me")
    assert "\x1b" not in str(trouble.value)


def test_a_refusal_is_said_in_the_sites_words(server: Server, site: Site) -> None:
    error = {"code": "too-\x1bmany", "message": "there were too many", "hint": "wait"}
    server.answers(429, json.dumps({"error": error}).encode())
    with pytest.raises(Trouble) as trouble:
        site.get("/me")
    assert (str(trouble.value), trouble.value.code) == ("there were too many; wait (too-?many)", 1)


@pytest.mark.parametrize(
    "content", [b"<h1>Bad Gateway</h1>", b"[]", b'{"error": 7}', b'{"error": {"code": 1}}', b"\xff"]
)
def test_an_error_of_something_else_is_no_refusal(content: bytes, server: Server, site: Site) -> None:
    server.answers(502, content)
    with pytest.raises(Trouble, match="the site answers 502 Bad Gateway: is this the address") as trouble:
        site.get("/me")
    assert trouble.value.code == 2


@pytest.mark.parametrize("content", [b"<h1>Welcome</h1>", b"", b"\xff\xfe"])
def test_an_answer_that_is_no_document_is_no_site_of_ours(content: bytes, server: Server, site: Site) -> None:
    server.answers(200, content)
    with pytest.raises(Trouble, match="does not answer as an Athanor site does"):
        site.get("/me")


def test_a_site_that_is_not_there_cannot_be_reached(server: Server) -> None:
    with pytest.raises(
        Trouble, match=r"http://127\.0\.0\.1:1 cannot be reached: .*refused.*; is it running\?"
    ) as trouble:
        Site(Login("http://127.0.0.1:1", "t")).get("/me")
    assert trouble.value.code == 1


def test_what_is_answered_by_no_http_cannot_be_reached(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Handler, "do_GET", lambda handler: handler.wfile.write(b"220 mail ready\r\n"))
    with pytest.raises(Trouble, match="cannot be reached: "):
        Site(Login(server.url, "t")).get("/me")


@pytest.mark.parametrize(
    ("name", "proxy"),
    [
        ("ALL_PROXY", "socks5://127.0.0.1:9"),
        ("HTTP_PROXY", "nonsense://127.0.0.1:9"),
        ("HTTP_PROXY", "http://[::1"),
        ("NO_PROXY", "[::1"),
    ],
)
def test_a_proxy_that_cannot_be_used_is_named_and_not_the_site(
    name: str, proxy: str, server: Server, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, proxy)
    with pytest.raises(Trouble, match="the proxy that the environment names cannot be used: HTTPS_PROXY"):
        site.get("/me")
    with pytest.raises(Trouble, match="the proxy that the environment names cannot be used: HTTPS_PROXY"):
        list(Visit(server.url).pieces("/ladders/poison/ledger.jsonl"))


def test_a_name_in_an_address_is_refused_since_it_would_be_sent_instead_of_the_token() -> None:
    with pytest.raises(Trouble) as trouble:
        address("https://ada:secret@athanor.example:8443/ladders/")
    assert str(trouble.value) == (
        "the address of athanor.example:8443 holds a name or a password: write https://athanor.example:8443"
    )


def test_a_host_that_no_name_encodes_is_no_address() -> None:
    with pytest.raises(Trouble, match="'https://xn--' is no address of a site"):
        Site(Login("https://xn--", "t")).get("/me")


@pytest.mark.slow
def test_a_command_that_does_not_talk_to_a_site_imports_no_client() -> None:
    modules = ("play", "rate", "replay", "verify_log", "remote", "tournaments")
    code = "import sys, arena.cli.main, arena.cli.{}; print('httpx' in sys.modules)"
    for module in modules:
        said = subprocess.run(
            [sys.executable, "-c", code.format(module)], capture_output=True, text=True, check=True
        )
        assert said.stdout == "False\n", module
