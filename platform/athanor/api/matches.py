"""Matches, replays, challenges, and the epochs that seeds come from."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from ninja import Path, Query, Router, Status

from athanor.api import shapes
from athanor.api.rows import all_shaped, shaped
from athanor.api.shapes import REFUSED, Cursor, Limit, Listing, listing
from athanor.api.tokens import CHALLENGES, READS, caller
from athanor.bots import queries as bots
from athanor.ladders import queries as ladders
from athanor.matches import published_keys, published_log, queries
from athanor.matches.challenges import challenge as ask_for
from athanor.refusals import Refusal
from athanor.replays import stars
from athanor.replays.queries import replay_document, replay_file

router = Router(tags=["matches"])


@router.get("/matches", response={200: Listing[shapes.Match], **REFUSED}, summary="Matches, the last one first")
def matches(
    request: HttpRequest,
    ladder: str = "",
    game: str = "",
    bot: str = "",
    against: str = "",
    cursor: Cursor = "",
    limit: Limit = 25,
) -> Any:
    """Finished ones, of a `ladder` or a `game`; or with `bot` (author/bot) all of one bot's, `against` another."""
    if bot:
        if ladder or game:
            raise Refusal("bad-filter", "bot does not go with ladder or game", "leave one of them out")
        rival = _bot(against) if against else None
        page = queries.of_bot(bot=_bot(bot), against=rival, cursor=cursor, limit=limit)
    elif against:
        raise Refusal("bad-filter", "against goes with bot only", "say whose matches: bot=author/bot")
    else:
        of = ladders.ladder(ladder) if ladder else None
        page = queries.finished(ladder_id=of.pk if of else None, game=game, cursor=cursor, limit=limit)
    return listing(page, shaped(shapes.Match))


def _bot(name: str) -> Any:
    owner, slash, slug = name.partition("/")
    if not slash:
        raise Refusal("bad-bot", f"{name[:60]!r} is not the name of a bot", "write author/bot")
    return bots.bot(owner, slug)


@router.get("/matches/under-way", response=list[shapes.Match], summary="What is played right now, then what waits")
def under_way(request: HttpRequest, limit: Limit = 25) -> Any:
    return all_shaped(shapes.Match, queries.under_way(limit=limit))


@router.get("/matches/{public_id}", response={200: shapes.MatchPage, **REFUSED}, summary="A match")
def match(request: HttpRequest, public_id: str) -> Any:
    return shaped(shapes.MatchPage)(queries.match_page(public_id))


@router.get("/matches/{public_id}/replay.athanor", summary="The replay, as its file")
def replay(request: HttpRequest, public_id: str) -> HttpResponse:
    content = replay_file(queries.match(public_id))
    return HttpResponse(
        content,
        content_type="application/octet-stream",
        headers={"Content-Disposition": f'attachment; filename="{public_id}.athanor"'},
    )


@router.get("/matches/{public_id}/replay.json", response=dict[str, Any], summary="The replay, as JSON")
def replay_json(request: HttpRequest, public_id: str) -> Any:
    return replay_document(queries.match(public_id))


@router.put(
    "/matches/{public_id}/star",
    response={200: shapes.Stars, **REFUSED},
    auth=CHALLENGES,
    summary="Star a replay: it is kept",
)
def star(request: HttpRequest, public_id: str) -> Any:
    return {"stars": stars.star(user=caller(request), public_id=public_id, now=timezone.now())}


@router.delete(
    "/matches/{public_id}/star",
    response={200: shapes.Stars, **REFUSED},
    auth=CHALLENGES,
    summary="Take your star away",
)
def unstar(request: HttpRequest, public_id: str) -> Any:
    return {"stars": stars.unstar(user=caller(request), public_id=public_id)}


@router.get(
    "/matches/{public_id}/seats/{seat}/log",
    response={200: shapes.Text, **REFUSED},
    auth=READS,
    summary="What your bot wrote to its standard error",
)
def seat_log(request: HttpRequest, public_id: str, seat: Annotated[int, Path(ge=0, le=100)]) -> Any:
    log = queries.log_of_seat(user=caller(request), public_id=public_id, seat=seat)
    return {"log": log.decode("utf-8", "replace")}


@router.post(
    "/challenges",
    response={201: shapes.Ordered, **REFUSED},
    auth=CHALLENGES,
    summary="Ask for an unrated match",
)
def challenge(request: HttpRequest, wish: shapes.Challenge) -> Any:
    ordered = ask_for(
        user=caller(request), game=wish.game, bots=wish.bots, options=wish.options, rotate=wish.rotate
    )
    return Status(201, {"matches": [found.public_id for found in ordered]})


@router.get(
    "/fairness/log",
    response={200: shapes.Log, **REFUSED},
    summary="The transparency log: sets that were ordered, ordered again, repeated or void",
)
def fairness_log(
    request: HttpRequest,
    after: Annotated[int, Query(ge=0, lt=2**63, description="The number of the last entry that you have.")] = 0,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> Any:
    """From the first entry on, each with the hash of the one before; `athanor verify-log` checks it."""
    return {"rows": published_log.documents(after=after, limit=limit), "head": published_log.head()}


@router.get("/epochs", response={200: Listing[shapes.Epoch], **REFUSED}, summary="Commitments and keys")
def epochs(request: HttpRequest, cursor: Cursor = "", limit: Limit = 30) -> Any:
    return listing(published_keys.epochs(cursor=cursor, limit=limit), shaped(shapes.Epoch))
