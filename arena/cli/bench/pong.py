"""The bot of the referee's benchmark: answers every ask with the first legal action, at once.

python -m arena.cli.bench.pong SOCKET
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator

import grpc
import grpc.aio

from athanorpb.v1 import bot_pb2


async def play(requests: AsyncIterator[bot_pb2.ToBot], context: object) -> AsyncIterator[bot_pb2.FromBot]:
    async for message in requests:
        kind = message.WhichOneof("kind")
        if kind == "ask":
            yield bot_pb2.FromBot(answer=bot_pb2.Answer(number=message.ask.number, index=0))
        elif kind == "welcome":
            yield bot_pb2.FromBot(ready=bot_pb2.Ready(protocol=1))


async def serve(socket: str) -> None:
    server = grpc.aio.server()
    handler = grpc.stream_stream_rpc_method_handler(
        play, request_deserializer=bot_pb2.ToBot.FromString, response_serializer=bot_pb2.FromBot.SerializeToString
    )
    server.add_generic_rpc_handlers([grpc.method_handlers_generic_handler("athanor.v1.Bot", {"Play": handler})])
    server.add_insecure_port(f"unix:{socket}")
    await server.start()
    await server.wait_for_termination()


if __name__ == "__main__":
    asyncio.run(serve(sys.argv[1]))
