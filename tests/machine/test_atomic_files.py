"""Files are written whole or not at all."""

from pathlib import Path

import pytest

from ibau.machine.atomic_files import atomic_write


class Killed(BaseException):
    """What ends a program at any moment."""


def write_half(file: Path, *, new: bool = False) -> None:
    with atomic_write(file, new=new) as stream:
        stream.write(b"half")
        raise Killed


def write_slowly(file: Path) -> None:
    with atomic_write(file, new=True):
        file.write_text("of another program")


def test_half_a_file_is_none(tmp_path: Path) -> None:
    for new in (False, True):
        with pytest.raises(Killed):
            write_half(tmp_path / "kept", new=new)
        assert list(tmp_path.iterdir()) == []


def test_an_error_names_the_file_that_was_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "none" / "kept"
    with pytest.raises(FileNotFoundError) as refused, atomic_write(file):
        pass
    assert refused.value.filename == str(file)


def test_a_whole_file_takes_the_place_of_another(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    for content in (b"one", b"other"):
        with atomic_write(file) as stream:
            stream.write(content)
        assert file.read_bytes() == content
    with pytest.raises(Killed):
        write_half(file)
    assert file.read_bytes() == b"other"


def test_a_new_file_overwrites_none(tmp_path: Path) -> None:
    """Not one that came meanwhile either, nor a link that leads nowhere."""
    file, link = tmp_path / "kept", tmp_path / "link"
    link.symlink_to("nowhere")
    with pytest.raises(FileExistsError), atomic_write(link, new=True):
        pytest.fail("it begins")
    with pytest.raises(FileExistsError, match="kept"):
        write_slowly(file)
    assert file.read_text() == "of another program"
    assert sorted(tmp_path.iterdir()) == [file, link]
