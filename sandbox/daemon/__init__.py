"""sandboxd: the one process that touches the container engine, cgroups and mounts, and the way to it.

Theory of operation
===================

`python -m sandbox.daemon` listens on a Unix socket and runs a driver (`sandbox.drivers`) inside itself. Arena
workers are its clients (`client`, the driver `sandboxd`): they need no engine, no root, no right to make a cgroup.
A request names a class of slot and the digest of a bundle; it never holds a flag, a path or the name of an image:
who takes over a worker can have bots run behind the walls, and nothing else.

A request is a line of JSON; an answer is one too, and the bytes that it announces, a log (`wire`). Requests carry
a number, answers repeat it; several may be under way on one connection. A bundle travels as its canonical zip
(`athanor_contract.bundle`), by the descriptor of a sealed memory file (`sealed`), and is named by its digest. The
daemon reads it strictly before it keeps it (`store`): it is a stranger's. What is run is what its bot.toml says.

    verb      with                            answer
    health                                    what it is, its driver, slots, the state of its breaker
    acquire   class, limits (only lower),     slot: a number, this connection's alone
              party (its match: name, seats,
              awaited)
    offer     digest                          have: whether it is in the store
    deliver   digest, and a descriptor        the bundle is in the store
    load      slot, digest                    the bundle lies in its box
    start     slot                            the bot runs; with the answer comes a descriptor: the line to it
    ready     slot, within                    it is ready; or not, and why
    stat      slot                            what it has used
    watch     slot                            from now on it is noted what the host keeps from it
    withheld  slot                            what that was
    stack     slot                            its program has written into its log where it is, if it can
    freeze    slot                            frozen: whether it is now
    thaw      slot                            it goes on
    destroy   slot                            its log, its end; nothing of it is left
    build     class, digest, limits, within,  the log; what the build left, as a bundle, by descriptor
              party

A failure is an answer too: `fault` is ours (the match is void and played again), `not_ready` the bot's.

1. A connection's slots are destroyed when it ends, however it ends: the worker's death is the end of its bots.
2. `admission` says who may have how many slots and who comes next: a match (the `party` of a request) is let in
   when there is room for all its seats, so that no two wait for each other with half of theirs each.
3. What could not be destroyed, as while the engine is away, is tried again until it is (`slots.Undertaker`).
4. At its start, before it listens, it sweeps what an earlier life left. One daemon a state folder: it is locked.
5. SIGTERM: nothing new; all slots are destroyed; exit 0. SIGKILL: boxes of bubblewrap die with it by the kernel's
   hand, containers are swept by their label at the next start.

Who may connect: its own user, root, and the members of one group (`peers`), asked of the kernel and not of the
client. What a client sends is bounded in size, number and time (`wire`, `connections`); one that says nonsense is
told so and left.
"""
