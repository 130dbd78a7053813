"""The arena worker: takes orders, runs bots in sandboxes, sends signed records back. It has no database.

Theory of operation
===================

`celery -A arena.worker.celery:app worker` is one process. Its main thread talks to the broker, from
which it takes some orders of each lane (`consumers`); a thread for each of them waits until it is done. All
matches are played on one event loop (`loop`): the referee is asynchronous, and bots that think or wait cost it
nothing. Its bots are processes of sandboxd (`sandbox.daemon`), whose client it is; where ATHANOR_SANDBOX says
so, of a sandbox driver of its own.

One order (`tasks`):
0. One that this worker does not understand, as it is of a newer site, is left to others: the site sends it again.
1. `claims`: one thread holds the order's token while it plays; a second delivery meanwhile changes nothing. An
   order that was already played is answered with the record kept from then.
2. `building`: an upload that asks for a build waits for a place to be built in.
   `gate`: each lane may always play one order; more of them begin while a processor and memory are free. Of one
   that waits the site is told so, or it would take it for lost. One that has waited for long is given back to the
   broker, for a worker that has room. One whose turn comes after its deadline is dropped: the site has opened
   another attempt, or will.
3. The site is told that the attempt has begun, and every few seconds that it goes on.
   An order that requires a level of isolation comes from a queue that only workers of that level take from
   (`consumers`); where a sandbox turns out to be weaker, the order goes back, and this worker takes no more of
   them until its sandboxes are better again, which it looks at with every report of itself (`registration`). Of a
   set whose matches have ended here the rest is left to other hosts (`sets`). What is to be played alone waits for
   all workers of the host (`host_lock`).
4. `matches` or `checks`: bundles by digest from the blob store (`bundles`), one sandbox a seat, all started
   together (`table`), the referee, the replay and the logs into the blob store. Meanwhile a thread writes the
   public events of a match into the live feed (`arena.live`), which may be down: play goes on.
5. The signed record is kept in a file, sent to the queue `site`, and only then the order is acknowledged.
6. It is sent once more with a later order, or when the worker starts again: Redis forgets a message before its
   reader has noted it down, so one that the site was just reading when it was killed is gone. A second copy
   changes nothing.

A fault of ours gives a record "void", whose reason says what failed; the site orders the match again.

How things end: sandboxd ends what a connection held when the connection ends, and so the bots of a worker that
dies. What an earlier life of a driver of its own left behind is swept when a worker starts. A worker that is told
to end takes no more orders, gives back at once what waits for its turn, and after a few seconds what is still
played (`ending`). What a dead worker held comes back by itself (`renewal`). A match that hangs in a step of its
rules would hold up all others: after two minutes the worker ends itself, and says where it was (`loop`).
"""
