"""The live feed: what spectators may see of a match while it is played, in a Redis or Valkey.

Theory of operation
===================

A worker writes, any number of web processes read; nobody waits for anybody.

1. Before the first question the worker writes the header (`LiveHeader`) under `athanor:live:MATCH`: game, options,
   who sits where, and a `run`, a fresh word for this playing of the match.
2. The events (`LiveEvent`) go to the list `athanor:live:MATCH:RUN` in batches, one entry an event. A batch is
   written at once or not at all.
3. A reader asks for the events after the first N of a run. Another run than it knew means that the match is
   being played again, from its beginning.
4. When the match is over, both keys stay for `LINGER` seconds; after a worker that died, for `LIFE`.

Only events that are for everybody come here (the referee's sink gives no others), and neither seed nor bundle
digests. The feed is a courtesy: one that is full, slow or gone costs a match nothing, and the replay has it all.
"""
