"""PostgreSQL clusters for tests, in temporary folders, run by the current user (by `postgres` where that is root)."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

USER = "ibau"
SETTINGS = {
    "fsync": "off",  # tests kill processes, not machines
    "listen_addresses": "",
    "shared_buffers": "16MB",
    "max_connections": "200",
}


class Cluster:
    """A running PostgreSQL cluster, optionally a standby of a primary; each test has a schema of its own."""

    def __init__(self, folder: Path, primary: "Cluster | None" = None, **settings: str) -> None:
        self.folder = folder
        self._programs = programs()
        self._numbers = count()
        self._as = {"user": "postgres", "group": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}
        if self._as:
            shutil.chown(folder, "postgres")
        if primary:
            self.run(
                "pg_basebackup", "-D", self.data, "-R", "-h", primary.folder, "-U", USER, "-c", "fast", "--no-sync"
            )
        else:
            how = ["--auth=trust", f"--username={USER}", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"]
            self.run("initdb", "-D", self.data, *how)
        lines = [f"{name} = '{value}'" for name, value in {**SETTINGS, **settings}.items()]
        with (self.data / "postgresql.conf").open("a") as file:
            file.write("\n".join([*lines, f"unix_socket_directories = '{folder}'", ""]))
        self.start()

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def run(self, program: str, *words: object) -> str:
        command = [str(self._programs / program), *map(str, words)]
        done = subprocess.run(command, check=False, capture_output=True, text=True, cwd=self.folder, **self._as)  # type: ignore[call-overload]  # noqa: S603
        assert done.returncode == 0, done.stderr + (self.folder / "log").read_text() if self.data.exists() else ""
        return str(done.stdout)

    def start(self) -> None:
        self.run("pg_ctl", "-D", self.data, "-l", self.folder / "log", "-w", "start")

    def stop(self, mode: str = "fast") -> None:
        self.run("pg_ctl", "-D", self.data, "-m", mode, "-w", "stop")

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the postmaster."""
        os.kill(int((self.data / "postmaster.pid").read_text().split()[0]), number)

    def execute(self, *statements: str) -> list[Any]:
        """Run statements as the superuser, and return the rows of the last one."""
        import psycopg

        with psycopg.connect(self.address("public"), autocommit=True) as connection:
            for statement in statements:
                cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    def address(self, schema: str, user: str = USER) -> str:
        return f"postgresql://{user}@/postgres?host={quote(str(self.folder))}&options=-csearch_path%3D{schema}"

    def new_address(self) -> str:
        """Create an empty schema, and return its address."""
        schema = f"test{next(self._numbers)}"
        self.execute(f"CREATE SCHEMA {schema}")
        return self.address(schema)


def programs() -> Path:
    """Find the folder of PostgreSQL's programs."""
    found = shutil.which("pg_ctl")
    folders = [Path(found).resolve().parent] if found else sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    if not folders:
        if sys.platform == "linux":
            pytest.fail("PostgreSQL is not installed: scripts/debian postgresql")
        pytest.skip("PostgreSQL is not installed")
    return folders[-1]


@contextmanager
def cluster(primary: Cluster | None = None, /, **settings: str) -> Iterator[Cluster]:
    """Run a Cluster in a temporary folder; it is stopped and deleted at the end."""
    folder = Path(tempfile.mkdtemp(prefix="ibau-postgres-"))
    try:
        made = Cluster(folder, primary, **settings)
        try:
            yield made
        finally:
            if (made.data / "postmaster.pid").exists():
                made.stop("immediate")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
