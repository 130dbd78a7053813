"""A bot that is a gRPC server of its own, in Python and without the SDK: it plays any legal action, by chance."""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random

import grpc

from athanorpb.v1 import bot_pb2, bot_pb2_grpc

SERVING = b"\x08\x01"


class Bot(bot_pb2_grpc.BotServicer):
    def Play(  # noqa: N802 - the service's own name
        self, requests: Iterator[bot_pb2.ToBot], context: grpc.ServicerContext
    ) -> Iterator[bot_pb2.FromBot]:
        chance = Random()
        for message in requests:
            kind = message.WhichOneof("kind")
            if kind == "welcome":
                # The match's own entropy: the same match plays the same again.
                chance.seed(message.welcome.entropy)
                yield bot_pb2.FromBot(ready=bot_pb2.Ready(protocol=1))
            elif kind == "ask":
                index = chance.randrange(len(message.ask.legal.actions))
                yield bot_pb2.FromBot(answer=bot_pb2.Answer(number=message.ask.number, index=index))
            elif kind == "refused":
                yield bot_pb2.FromBot(answer=bot_pb2.Answer(number=message.refused.number, index=0))


def serving(request: bytes, context: grpc.ServicerContext) -> bytes:
    return SERVING


def main() -> None:
    server = grpc.server(ThreadPoolExecutor(max_workers=2))
    bot_pb2_grpc.add_BotServicer_to_server(Bot(), server)
    # grpc.health.v1 says when the bot is up; its answer is two bytes.
    health = grpc.method_handlers_generic_handler(
        "grpc.health.v1.Health", {"Check": grpc.unary_unary_rpc_method_handler(serving)}
    )
    server.add_generic_rpc_handlers((health,))
    server.add_insecure_port(f"unix:{os.environ['ATHANOR_SOCKET']}")
    server.start()
    server.wait_for_termination()


if __name__ == "__main__":
    main()
