"""The arena worker: takes orders, runs bots in sandboxes, sends signed records back. It has no database.

Theory of operation
===================

`celery -A arena.worker.celery:app worker -Q arena` is one parent process and a pool of forked ones. The parent
only talks to the broker; each pool process plays one match at a time, on an event loop that it keeps
(`farm.Farm`): it referees. Its bots are processes of sandboxd (`sandbox.daemon`), whose client it is; where
ATHANOR_SANDBOX says so, of a sandbox driver of its own.

One order (`tasks`):
1. `claims`: whoever holds the order's token plays it; a second delivery meanwhile changes nothing. An order
   that was already played is answered with the record kept from then. One that comes after its deadline is
   dropped: the site has opened another attempt, or will.
2. The site is told that the attempt has begun, and every few seconds that it goes on.
3. `matches` or `checks`: bundles by digest from the blob store (`bundles`), one sandbox a seat, all started
   together (`table`), the referee, the replay and the logs into the blob store. Meanwhile a thread writes the
   public events of a match into the live feed (`arena.live`), which may be down: play goes on.
4. The signed record is kept in a file, sent to the queue `site`, and only then the order is acknowledged.
5. It is sent once more with a later order, or when the worker starts again: Redis forgets a message before its
   reader has noted it down, so one that the site was just reading when it was killed is gone. A second copy
   changes nothing.

A fault of ours gives a record "void", whose reason says what failed; the site orders the match again.

Who ends whom: a pool process is killed by the kernel when the parent dies, and its sandboxes with it: sandboxd
ends what a connection held when the connection ends. What an earlier life of a driver of its own left behind is
swept when a worker starts. SIGTERM lets a running match end within a few seconds, and otherwise gives the order
back to the broker.
"""
