"""The same calls as a guard makes, by the `h2` package: what it takes a server's bytes for."""

from __future__ import annotations

import struct
from collections.abc import Sequence

import h2.events
from h2.config import H2Configuration
from h2.connection import H2Connection
from h2.settings import SettingCodes

from athanor_contract.limits import server as limits

CONFIG = H2Configuration(client_side=True, header_encoding=None)


class Oracle:
    def __init__(self) -> None:
        self._h2 = connection = H2Connection(CONFIG)
        connection.initiate_connection()
        # In force once the server has acknowledged them.
        connection.update_settings(
            {
                SettingCodes.HEADER_TABLE_SIZE: 0,
                SettingCodes.ENABLE_PUSH: 0,
                SettingCodes.INITIAL_WINDOW_SIZE: limits.WINDOW,
                SettingCodes.MAX_FRAME_SIZE: limits.FRAME,
                SettingCodes.MAX_HEADER_LIST_SIZE: limits.HEADERS,
            }
        )
        connection.increment_flow_control_window(limits.WINDOW - 65_535)
        self.call = 0
        self.words = bytearray()
        """What came on the call."""
        self.is_over = False
        """Whether the call is."""
        self.is_leaving = False
        self.sent = 0
        """Bytes of the question that the server's windows let through."""
        self._to_send = 0
        connection.clear_outbound_data_buffer()

    def open(self, path: str) -> None:
        self.call = self._h2.get_next_available_stream_id()
        self.words.clear()
        self.is_over = False
        fields = [(":method", "POST"), (":scheme", "http"), (":path", path), (":authority", "localhost")]
        self._h2.send_headers(self.call, fields)
        self._h2.clear_outbound_data_buffer()

    def say(self, size: int) -> None:
        self._to_send += size
        self._send()

    def close(self) -> None:
        self._h2.end_stream(self.call)
        self._h2.clear_outbound_data_buffer()

    def _send(self) -> None:
        while self._to_send and not self.is_over and not self.is_leaving:
            room = min(self._h2.local_flow_control_window(self.call), limits.FRAME, self._to_send)
            if room <= 0:
                return
            self._h2.send_data(self.call, bytes(room))
            self._to_send -= room
            self.sent += room

    def received(self, data: bytes) -> bytes:
        """What h2 answers by itself. Raises h2's exceptions."""
        for event in self._h2.receive_data(data):
            mine = getattr(event, "stream_id", None) == self.call
            if isinstance(event, h2.events.DataReceived) and mine and not self.is_over:
                self.words += event.data or b""
            elif isinstance(event, h2.events.StreamEnded | h2.events.StreamReset) and mine:
                self.is_over = True
            elif isinstance(event, h2.events.ConnectionTerminated):
                self.is_leaving = True
        answered = self._h2.data_to_send()
        self._send()
        self._h2.clear_outbound_data_buffer()
        return answered

    def allow(self, stream: int, more: int) -> None:
        """The server may send so much more, as the guard has told it."""
        if not self.is_leaving:
            self._h2.increment_flow_control_window(more, stream or None)
            self._h2.clear_outbound_data_buffer()

    @property
    def messages(self) -> Sequence[bytes]:
        """Of gRPC, as many as are complete."""
        found, at = [], 0
        while len(self.words) - at >= 5:
            (size,) = struct.unpack_from(">I", self.words, at + 1)
            if len(self.words) - at - 5 < size:
                break
            found.append(bytes(self.words[at + 5 : at + 5 + size]))
            at += 5 + size
        return found
