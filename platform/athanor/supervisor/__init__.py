"""The whole platform on one machine: what `manage.py up`, and so `make run`, starts and keeps alive.

Theory of operation
===================

One supervisor process, which never opens the database, and its children:

    name     program                                   holds
    broker   valkey-server (or redis-server)           var/broker: the queues, in an append-only file; a private
                                                       Unix socket. Not started where ATHANOR_BROKER_URL is set.
    site     celery, pool solo, queue `site`           the one process that settles matches
    pairing  celery, pool solo, queue `pairing`        rounds of large tournaments, which take long to pair
    web      athanor.web (waitress), several threads   the pages and the API, on ATHANOR_HOST:ATHANOR_PORT
    sandboxd sandbox.daemon                            the bots' sandboxes; it gets no key of ours.
                                                       Not started where ATHANOR_SANDBOXD names another one.
    arena    celery, threads, queues of each lane      plays the matches; gets no site secret and no database.
                                                       `arena-2` and so on where ATHANOR_ARENA_PROCESSES says so.
    beat     celery beat                               wakes matchmaker and sweeper

1. `layout` finds the folder (ATHANOR_VAR), `claim` locks it: one supervisor a folder, whoever starts it.
2. `keys` makes the secrets once and writes var/environment, which every `manage.py` command on it reads too.
3. The broker and sandboxd come first; then migrations, static files, house bots, ladders (`manage.py prepare`);
   then the rest.
4. A child that ends is started again, after a pause that grows while it keeps ending. The truth lies in the
   database and in the broker's file, so any child may die at any time.
5. SIGTERM or Ctrl-C: all but sandboxd and broker are told to end, together; an arena worker gives its matches a
   few seconds, then gives them back. Those two end last. What is not gone after `GRACE` is killed.

Who ends whom: every child leads a session of its own, so that Ctrl-C reaches only the supervisor; a child is
killed by the kernel when the supervisor dies (PR_SET_PDEATHSIG), and bots with sandboxd. Nothing outlives the
supervisor, not even `kill -9`.
"""
