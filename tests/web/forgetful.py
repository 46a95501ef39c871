"""A disk that forgets what was not synced: a file system in the memory of the tests, spoken to by Linux through FUSE.

What is written is there for everybody until the power is cut.  Then a file is as it was when it was synced last, and
which files there are is as it was at the last sync of any: so it is where a journal keeps names in order.

The structures are those of <linux/fuse.h>, version 7.31.
"""

import ctypes
import errno
import os
import stat
import struct
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

DEVICE = Path("/dev/fuse")
ROOT = 1  # the number of the topmost folder
MOST_WRITTEN = 1 << 17  # bytes at once
DETACH = 2  # take it down though somebody still uses it

REQUEST = struct.Struct("<IIQQIIIHH")
ANSWER = struct.Struct("<IiQ")
ATTRIBUTES = struct.Struct("<6Q3I7I")
PLACE = struct.Struct("<QQI")  # of a read or a write: file, offset and size
SETTING = struct.Struct("<IIQQ")
SIZE_IS_SET, MODE_IS_SET = 8, 1

Names = dict[str, int]  # of a folder, with the numbers of what they lead to


@dataclass
class Node:
    """A file, or a folder."""

    mode: int
    now: bytearray = field(default_factory=bytearray)
    synced: bytes = b""
    names: Names | None = None  # of a folder

    def cut(self) -> "Node":
        """What is left of it when the power is cut."""
        return Node(self.mode, bytearray(self.synced), self.synced, self.names)


class Disk:
    """All files and folders; `cut` takes the power away."""

    def __init__(self) -> None:
        self.nodes = {ROOT: Node(stat.S_IFDIR | 0o755, names={})}
        self._journal = self._folders()
        self._next = ROOT + 1
        self.syncs = 0

    def _folders(self) -> dict[int, Names]:
        return {number: dict(node.names) for number, node in self.nodes.items() if node.names is not None}

    def sync(self, number: int) -> None:
        """Keep a file for good, and which files there are."""
        node = self.nodes[number]
        node.synced = bytes(node.now)
        self._journal = self._folders()
        self.syncs += 1

    def cut(self) -> None:
        """Forget everything else."""
        kept = {ROOT, *(number for names in self._journal.values() for number in names.values())}
        self.nodes = {number: node.cut() for number, node in self.nodes.items() if number in kept}
        for number, names in self._journal.items():
            if number in self.nodes:
                self.nodes[number].names = dict(names)

    def made(self, folder: int, name: str, mode: int) -> int:
        number, self._next = self._next, self._next + 1
        self.nodes[number] = Node(mode, names={} if stat.S_ISDIR(mode) else None)
        self.names(folder)[name] = number
        return number

    def names(self, folder: int) -> Names:
        names = self.nodes[folder].names
        if names is None:
            raise OSError(errno.ENOTDIR, "")
        return names

    def found(self, folder: int, name: str) -> int:
        if name not in self.names(folder):
            raise OSError(errno.ENOENT, "")
        return self.names(folder)[name]

    # What is asked of it ----------------------------------------------------------------------------------------------

    def lookup(self, folder: int, body: bytes) -> bytes:
        return self._entry(self.found(folder, _text(body)))

    def attributes(self, number: int, _body: bytes) -> bytes:
        return struct.pack("<QII", 0, 0, 0) + self._attributes(number)

    def change(self, number: int, body: bytes) -> bytes:
        node, (changes, _, _, size) = self.nodes[number], SETTING.unpack_from(body)
        if changes & SIZE_IS_SET:
            node.now = node.now[:size].ljust(size, b"\0")
        if changes & MODE_IS_SET:
            node.mode = stat.S_IFMT(node.mode) | stat.S_IMODE(struct.unpack_from("<I", body, 68)[0])
        return self.attributes(number, b"")

    def make_folder(self, folder: int, body: bytes) -> bytes:
        mode, umask = struct.unpack_from("<II", body)
        return self._entry(self.made(folder, _text(body[8:]), stat.S_IFDIR | mode & ~umask))

    def create(self, folder: int, body: bytes) -> bytes:
        _, mode, umask, _ = struct.unpack_from("<4I", body)
        return self._entry(self.made(folder, _text(body[16:]), stat.S_IFREG | mode & ~umask)) + self.open(0, b"")

    def remove(self, folder: int, body: bytes) -> bytes:
        self.found(folder, _text(body))
        del self.names(folder)[_text(body)]  # a process that has it open still reads and writes it
        return b""

    def rename(self, folder: int, body: bytes) -> bytes:
        (to,), (old, new, *_) = struct.unpack_from("<Q", body), body[8:].split(b"\0")
        self.names(to)[new.decode()] = self.names(folder).pop(old.decode())
        return b""

    def rename_with(self, folder: int, body: bytes) -> bytes:
        return self.rename(folder, body[:8] + body[16:])  # what may be wished beside it nobody wishes

    def open(self, _number: int, _body: bytes) -> bytes:
        return struct.pack("<QII", 0, 0, 0)

    def read(self, number: int, body: bytes) -> bytes:
        _, offset, size = PLACE.unpack_from(body)
        return bytes(self.nodes[number].now[offset : offset + size])

    def write(self, number: int, body: bytes) -> bytes:
        _, offset, size = PLACE.unpack_from(body)
        now = self.nodes[number].now
        now.extend(bytes(max(0, offset - len(now))))
        now[offset : offset + size] = body[40:]
        return struct.pack("<II", size, 0)

    def keep(self, number: int, _body: bytes) -> bytes:
        self.sync(number)
        return b""

    def list(self, folder: int, body: bytes) -> bytes:
        _, offset, _ = PLACE.unpack_from(body)
        found = b""
        for n, (name, number) in list(enumerate(self.names(folder).items(), 1))[offset:]:
            entry = struct.pack("<QQII", number, n, len(name.encode()), 0) + name.encode()
            found += entry.ljust(-(-len(entry) // 8) * 8, b"\0")
        return found

    def room(self, _number: int, _body: bytes) -> bytes:
        return struct.pack("<5Q4I24x", 1 << 20, 1 << 20, 1 << 20, 1 << 20, 1 << 20, 4096, 255, 4096, 0)

    def nothing(self, _number: int, _body: bytes) -> bytes:
        return b""

    def _entry(self, number: int) -> bytes:
        return struct.pack("<4Q2I", number, 0, 0, 0, 0, 0) + self._attributes(number)

    def _attributes(self, number: int) -> bytes:
        node, now = self.nodes[number], int(time.time())
        size = len(node.now)
        return ATTRIBUTES.pack(number, size, -(-size // 512), now, now, now, 0, 0, 0, node.mode, 1, os.getuid(),
                               os.getgid(), 0, 4096, 0)  # fmt: skip


def _text(body: bytes) -> str:
    return body.partition(b"\0")[0].decode()


ANSWERS: dict[int, Callable[[Disk, int, bytes], bytes]] = {
    1: Disk.lookup, 3: Disk.attributes, 4: Disk.change, 9: Disk.make_folder, 10: Disk.remove, 11: Disk.remove,
    12: Disk.rename, 14: Disk.open, 15: Disk.read, 16: Disk.write, 17: Disk.room, 18: Disk.nothing, 20: Disk.keep,
    25: Disk.nothing, 27: Disk.open, 28: Disk.list, 29: Disk.nothing, 30: Disk.keep, 34: Disk.nothing,
    35: Disk.create, 38: Disk.nothing, 45: Disk.rename_with,
}  # fmt: skip
INIT, UNANSWERED = 26, {2, 36, 42}  # what only says that something is forgotten, or no longer waited for


def _begun(body: bytes) -> bytes:
    """How Linux and this speak with each other."""
    _, _, ahead, _ = struct.unpack_from("<4I", body)
    return struct.pack("<4I2H2I2H32x", 7, 31, ahead, 0, 12, 10, MOST_WRITTEN, 1, 0, 0)


def _serve(device: int, disk: Disk) -> None:
    """Answer until it is taken down."""
    while True:
        try:
            asked = os.read(device, 2 * MOST_WRITTEN)
        except OSError as error:
            if error.errno in (errno.ENOENT, errno.EINTR):
                continue
            return
        _, what, unique, number, *_ = REQUEST.unpack_from(asked)
        body, failed, answer = asked[REQUEST.size :], 0, b""
        try:
            if what == INIT:
                answer = _begun(body)
            elif what in ANSWERS:
                answer = ANSWERS[what](disk, number, body)
            else:
                failed = errno.ENOSYS
        except OSError as error:
            failed = error.errno or errno.EIO
        except KeyError:
            failed = errno.ENOENT
        if what not in UNANSWERED:
            with suppress(OSError):  # the caller may have been killed
                os.write(device, ANSWER.pack(ANSWER.size + len(answer), -failed, unique) + answer)


@contextmanager
def mounted(disk: Disk, place: Path) -> Generator[None]:
    """The disk is at a place as long as the block lasts.  Raises OSError where that is not allowed here."""
    libc = ctypes.CDLL(None, use_errno=True)
    device = os.open(DEVICE, os.O_RDWR | os.O_CLOEXEC)
    try:
        options = f"fd={device},rootmode=40000,user_id={os.getuid()},group_id={os.getgid()}".encode()
        if libc.mount(b"forgetful", bytes(place), b"fuse.forgetful", 0, options):
            raise OSError(ctypes.get_errno(), f"cannot mount at {place}")
        thread = threading.Thread(target=_serve, args=(device, disk), name="disk", daemon=True)
        thread.start()
        try:
            yield
        finally:
            libc.umount2(bytes(place), DETACH)
            thread.join(10)
    finally:
        os.close(device)
