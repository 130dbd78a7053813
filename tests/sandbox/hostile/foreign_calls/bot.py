"""Makes a system call by the numbers of i386, which another list would have to hold."""

import ctypes
import mmap
import os

from attacking import at_first


def attack():
    # mov eax, 20 (getpid of i386); int 0x80; ret
    code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    code.write(bytes.fromhex("b814000000cd80c3"))
    call = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))
    child = os.fork()
    if child == 0:
        call()
        os._exit(0)
    return {"signal": os.waitpid(child, 0)[1] & 0x7F}


choose = at_first(attack)
