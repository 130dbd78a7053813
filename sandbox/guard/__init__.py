"""The guard: a process of its own between the referee and one bot's gRPC server.

Whatever a hostile server does to its client it does to a guard: a small process with a hard bound on memory, time
and system calls, which counts all that it is sent and ends at the first limit that is met. `process` starts one
and watches it from outside; the rest runs inside, on the standard library's C modules alone, so that it is up long
before the bot is.
"""
