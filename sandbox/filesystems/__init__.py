"""Which file system a box gets its runtime from: one that keeps nothing of what a bot did in it.

A bot may only read its runtime, and yet it leaves traces there that another box could read while they share a file
system on the disk: which pages of a file are in memory (a bot can have them thrown out and read in again), which
names the kernel remembers not to exist, and how many processes map a page. So there are three levels, best first,
which are those of `athanorpb.isolation` for boxes with walls:

    own       each box has a file system of its own, which ends with it: an EROFS image that is mounted for this
              box alone. The image lies in memory, so that reading it says nothing of the disk. For root, where the
              kernel has EROFS; before Linux 6.12 by loop devices, with which reading costs twice as much.
    memory    all boxes of a user share a copy in a tmpfs, where every page is always in memory and no name is
              remembered not to exist. How many processes map a page can still be seen.
    disk      all boxes share the tree as it lies on the disk. `athanor doctor` says what to do about it.

`levels.py` chooses and says why it chose no better one; `image.py` makes the images, `mounting.py` mounts.
"""
