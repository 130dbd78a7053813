"""Bots and their versions."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import File, Form, Path, Router, Status
from ninja.files import UploadedFile

from athanor.api import shapes
from athanor.api.rows import all_shaped, shaped
from athanor.api.shapes import REFUSED, Cursor, Limit, Listing, listing
from athanor.api.tokens import READS, UPLOADS, caller, caller_or_nobody
from athanor.bots import queries, services
from athanor.ladders import solo
from athanor.ladders.queries import places_of
from athanor.matches import spending as spendings
from athanor.tournaments.consequences import Unconfirmed, of_retiring

router = Router(tags=["bots"])
Number = Annotated[int, Path(ge=1, le=1_000_000)]


@router.get("/bots", response=Listing[shapes.Bot], summary="Bots that play, the newest first")
def bots(request: HttpRequest, game: str = "", owner: str = "", cursor: Cursor = "", limit: Limit = 50) -> Any:
    return listing(queries.bots(game=game, owner=owner, cursor=cursor, limit=limit), shaped(shapes.Bot))


@router.get("/me/bots", response={200: list[shapes.Bot], **REFUSED}, auth=READS, summary="Your bots")
def my_bots(request: HttpRequest) -> Any:
    return all_shaped(shapes.Bot, queries.bots_of(caller(request)))


@router.post("/uploads", response={201: shapes.Uploaded, **REFUSED}, auth=UPLOADS, summary="Upload a version")
def upload(
    request: HttpRequest,
    file: File[UploadedFile],
    bot: Form[str] = "",
    games: Form[str] = "",
    joins: Form[bool] = True,
) -> Any:
    """`bot` is the slug of one of yours; without it the bundle's name says which, and a new one is made at need.
    `games`, parted by commas, is for a single source file: a bot.toml says it by itself. Without either it plays
    what the bot's newest version plays; for a new bot one of them has to say it."""
    services.check_size(file.size or 0)
    version = services.upload(
        owner=caller(request),
        content=file.read(),
        filename=file.name or "bot",
        slug=bot,
        games=[game.strip() for game in games.split(",") if game.strip()],
        joins=joins,
    )
    taken = {
        "owner": version.bot.owner.username,
        "bot": version.bot.slug,
        "version": shaped(shapes.Version)(queries.version_row(version)),
    }
    return Status(201, taken)


@router.get("/bots/{owner}/{slug}", response={200: shapes.BotPage, **REFUSED}, summary="A bot")
def bot(request: HttpRequest, owner: str, slug: str) -> Any:
    """With your token you see all versions of your own bots, and why one was refused."""
    found = queries.bot(owner, slug)
    return {
        "bot": shaped(shapes.Bot)(queries.bot_row(found)),
        "places": all_shaped(shapes.Place, places_of(found)),
        "alone": [
            {
                "ladder": place.ladder,
                "season": place.season.number,
                "run": place.run and shaped(shapes.Run)(place.run),
                "earlier": all_shaped(shapes.Run, place.earlier),
            }
            for place in solo.places_of(found)
        ],
        "versions": all_shaped(shapes.Version, queries.versions(bot=found, viewer=caller_or_nobody(request))),
    }


@router.get(
    "/me/bots/{slug}/versions/{number}",
    response={200: shapes.Version, **REFUSED},
    auth=READS,
    summary="One of your versions, with what its check said",
)
def version(request: HttpRequest, slug: str, number: Number) -> Any:
    found = queries.own_version(user=caller(request), slug=slug, number=number)
    return shaped(shapes.Version)(queries.version_row(found))


@router.get(
    "/me/bots/{slug}/versions/{number}/log",
    response={200: shapes.Text, **REFUSED},
    auth=READS,
    summary="The log of its build and check",
)
def log(request: HttpRequest, slug: str, number: Number) -> Any:
    return {"log": queries.own_version(user=caller(request), slug=slug, number=number).log}


@router.get(
    "/me/bots/{slug}/versions/{number}/spending",
    response={200: shapes.Spending, **REFUSED},
    auth=READS,
    summary="What one of your versions took in its last matches",
)
def spending(request: HttpRequest, slug: str, number: Number) -> Any:
    """Thinking time, CPU time, memory and bytes. For its author alone, of matches that are over and not sealed."""
    found = queries.own_version(user=caller(request), slug=slug, number=number)
    return shaped(shapes.Spending)(spendings.spending(found) or spendings.NOTHING)


@router.post(
    "/me/bots/{slug}/versions/{number}/current",
    response={200: shapes.Bot, **REFUSED},
    auth=UPLOADS,
    summary="Make an accepted version the one that plays",
)
def make_current(request: HttpRequest, slug: str, number: Number) -> Any:
    found = queries.own_version(user=caller(request), slug=slug, number=number)
    return shaped(shapes.Bot)(queries.bot_row(services.make_current(version=found)))


@router.post(
    "/me/bots/{slug}/retire",
    response={200: shapes.Bot, **REFUSED},
    auth=UPLOADS,
    summary="Take a bot out of play for good",
)
def retire(request: HttpRequest, slug: str, confirm: bool = False) -> Any:
    """It leaves every ladder, and is withdrawn from every tournament that is not over. Refused as `not-confirmed`,
    with what follows, without `confirm`."""
    bot = queries.own_bot(caller(request), slug)
    if not confirm and (follows := of_retiring(bot)):
        raise Unconfirmed(follows, "?confirm=true")
    return shaped(shapes.Bot)(queries.bot_row(services.retire(bot=bot)))
