"""grpc.health.v1, without its package: two answers of two bytes are not worth an import at every start."""

from __future__ import annotations

from collections.abc import Iterator

import grpc

SERVING = b"\x08\x01"
"""HealthCheckResponse(status=SERVING)."""


def handler() -> grpc.GenericRpcHandler:
    return grpc.method_handlers_generic_handler(
        "grpc.health.v1.Health",
        {
            "Check": grpc.unary_unary_rpc_method_handler(_check),
            "Watch": grpc.unary_stream_rpc_method_handler(_watch),
        },
    )


def _check(request: bytes, context: grpc.ServicerContext) -> bytes:
    return SERVING


def _watch(request: bytes, context: grpc.ServicerContext) -> Iterator[bytes]:
    yield SERVING
