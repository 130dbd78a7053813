"""What programs do that mean no harm: each in a process of its own, so that a call that kills it is seen."""

import json
import multiprocessing
import sys
import traceback


def choose(ask):
    ask.note(json.dumps({name: came_to(name) for name in PROGRAMS}))
    return 0


def came_to(name):
    process = multiprocessing.get_context("fork").Process(target=run, args=(name,))
    process.start()
    process.join(30)
    return "done" if process.exitcode == 0 else process.exitcode


def run(name) -> None:
    try:
        PROGRAMS[name]()
    except BaseException:
        traceback.print_exc()
        sys.exit(1)


def event_loop() -> None:
    import asyncio

    async def main() -> None:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", "print('told')", stdout=asyncio.subprocess.PIPE
        )
        said, _ = await process.communicate()
        assert said == b"told\n"
        server = await asyncio.start_unix_server(lambda reader, writer: writer.close(), "/tmp/server")
        reader, _ = await asyncio.open_unix_connection("/tmp/server")
        assert await reader.read() == b""
        server.close()
        await asyncio.gather(asyncio.to_thread(sum, [1, 2]), asyncio.sleep(0.01))

    asyncio.run(main())


def threads() -> None:
    import threading

    lock, done = threading.Lock(), []

    def work() -> None:
        with lock:
            done.append(1)

    started = [threading.Thread(target=work) for _ in range(8)]
    for thread in started:
        thread.start()
    for thread in started:
        thread.join()
    assert len(done) == 8


def subprocesses() -> None:
    import subprocess

    assert subprocess.run([sys.executable, "-c", "print(1)"], capture_output=True, check=True).stdout == b"1\n"


def process_pool() -> None:
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(2) as pool:
        assert list(pool.map(abs, [-1, -2])) == [1, 2]


def process_tools() -> None:
    lock = multiprocessing.Lock()
    queue: multiprocessing.Queue[int] = multiprocessing.Queue()
    with lock:
        queue.put(1)
    assert queue.get() == 1
    value = multiprocessing.Value("i", 3)
    assert value.value == 3


def database() -> None:
    import sqlite3

    with sqlite3.connect("/tmp/table.db") as first:
        first.execute("create table book (move text)")
        first.executemany("insert into book values (?)", [("a",), ("b",)])
    first.close()
    with sqlite3.connect("/tmp/table.db") as again:
        assert again.execute("select count(*) from book").fetchone() == (2,)
    again.close()


def foreign_functions() -> None:
    import ctypes

    libc = ctypes.CDLL(None)
    compared = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_int), ctypes.POINTER(ctypes.c_int))
    numbers = (ctypes.c_int * 3)(3, 1, 2)
    libc.qsort(numbers, 3, ctypes.sizeof(ctypes.c_int), compared(lambda a, b: a[0] - b[0]))
    assert list(numbers) == [1, 2, 3]


def files() -> None:
    import mmap
    import os
    import shutil
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a")
        with open(path, "wb") as file:
            file.write(bytes(8192))
        shutil.copytree(folder, "/tmp/copied")
        with open(path, "r+b") as both, mmap.mmap(both.fileno(), 0) as memory:
            memory[0] = 1
        os.symlink(path, os.path.join(folder, "link"))
        os.truncate(path, 10)
        os.utime(path)
        os.replace(path, os.path.join(folder, "b"))
        assert sorted(os.listdir(folder)) == ["b", "link"]
    shutil.rmtree("/tmp/copied")


def signals() -> None:
    import signal
    import time

    rung = []
    signal.signal(signal.SIGALRM, lambda *_: rung.append(1))
    signal.setitimer(signal.ITIMER_REAL, 0.02)
    time.sleep(0.1)
    assert rung


def clocks() -> None:
    import os
    import random
    import resource
    import time

    assert os.urandom(8) != os.urandom(8)
    assert random.SystemRandom().random() < 1
    time.localtime()
    assert os.cpu_count()
    assert len(os.sched_getaffinity(0)) >= 1
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    resource.getrlimit(resource.RLIMIT_NOFILE)


def compression() -> None:
    import bz2
    import hashlib
    import lzma
    import zlib

    for kind in (bz2, lzma, zlib):
        assert kind.decompress(kind.compress(b"x" * 1000)) == b"x" * 1000
    assert hashlib.sha256(b"x").hexdigest()


def lines() -> None:
    import json as documents
    import logging

    logging.getLogger("bot").warning("a word for the author")
    assert documents.loads(documents.dumps({"a": [1, 2]})) == {"a": [1, 2]}
    assert not sys.stdin.isatty()


def probe() -> None:
    """A call that is not on the list."""
    import ctypes

    ctypes.CDLL(None).syscall(250, 0, 0)


PROGRAMS = {
    function.__name__: function
    for function in (
        event_loop, threads, subprocesses, process_pool, process_tools, database, foreign_functions, files,
        signals, clocks, compression, lines, probe,
    )
}  # fmt: skip
