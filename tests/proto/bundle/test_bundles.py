"""Single files, packing, and folders."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from athanor_contract.bundle import Bundle, BundleFault, Code, Packed, digest, lay_out, of_path, pack, read, unpack
from athanor_contract.bundle.names import LONGEST_NAME, MOST_BYTES, MOST_DEPTH, MOST_FILES, check_names
from athanor_contract.bundle.packing import LARGEST
from athanor_contract.bundle.reader import of_files
from tests.proto.bundle.zips import GOOD, zipped


@pytest.mark.parametrize(
    ("name", "source", "command", "protocol"),
    [
        ("gus.py", b"def choose(ask):\n    return 0\n", ("python3", "-P", "-m", "athanor_bot", "gus.py"), "grpc"),
        (
            "gus.py",
            b"x = 1\nasync def choose(ask): ...\n",
            ("python3", "-P", "-m", "athanor_bot", "gus.py"),
            "grpc",
        ),
        ("gus.py", b"choose = max\n", ("python3", "-P", "-m", "athanor_bot", "gus.py"), "grpc"),
        ("gus.py", b"from athanor_bot import run\nrun(lambda ask: 0)\n", ("python3", "gus.py"), "grpc"),
        ("gus.py", b"import grpc\n", ("python3", "gus.py"), "grpc"),
        ("gus.py", b"for line in open(0): print(0)\n", ("python3", "gus.py"), "stdio"),
        ("gus.py", b"# def choose(ask): is not defined here\n", ("python3", "gus.py"), "stdio"),
        ("gus.sh", b"while read -r line; do echo 0; done\n", ("sh", "gus.sh"), "stdio"),
    ],
)
def test_a_single_file_needs_no_manifest(
    name: str, source: bytes, command: tuple[str, ...], protocol: str
) -> None:
    bundle = read(source, name, ["poison"])
    assert (bundle.manifest.name, bundle.manifest.games) == ("gus", ())
    assert (bundle.manifest.command, bundle.manifest.protocol) == (command, protocol)
    assert bundle.files[name] == source
    assert set(bundle.files) == {name, "bot.toml"}


@pytest.mark.parametrize(
    ("content", "name", "code"),
    [
        (b"\xff\xfe", "gus.py", Code.NOT_TEXT),
        (b"begin end.", "gus.pas", Code.NOT_AN_ARCHIVE),
        (b"x = 1", "my bot.py", Code.BAD_NAME),
        (b"x = 1", "-c.py", Code.BAD_NAME),
        (b"#" * (9 * 1024 * 1024), "gus.py", Code.TOO_BIG),
        (b"", "gus.py", Code.EMPTY),
    ],
)
def test_a_single_file_is_refused_with_its_reason(content: bytes, name: str, code: Code) -> None:
    with pytest.raises(BundleFault) as refused:
        read(content, name)
    assert refused.value.code is code


def test_a_path_before_the_name_of_an_upload_is_nothing() -> None:
    """Some browsers send it."""
    assert "gus.py" in read(b"choose = max\n", "C:\\bots\\gus.py").files


def test_a_zip_is_a_zip_whatever_it_is_called() -> None:
    assert read(zipped(), "gus.py").files == GOOD


def test_packing_depends_on_nothing_but_the_files() -> None:
    one = of_files(dict(GOOD))
    other = of_files(dict(reversed(GOOD.items())))
    assert pack(one) == pack(other)
    assert digest(one) == hashlib.sha256(pack(one)).hexdigest()


def test_the_packed_form_of_a_known_bundle_never_changes() -> None:
    """Its digest names what is stored: another one would lose every bundle there is."""
    assert digest(of_files(dict(GOOD))) == "0087fc2a335ced825969988ddbb641b8e89e0c678989e2262e334a3eb0af97c7"


NAMES = st.from_regex(r"[a-z]{1,8}/[a-z]{1,8}\.txt", fullmatch=True)


@given(st.dictionaries(NAMES, st.binary(max_size=200), max_size=8))
def test_a_packed_bundle_unpacks_to_the_same(extra: dict[str, bytes]) -> None:
    bundle = of_files({**GOOD, **extra})
    assert unpack(pack(bundle)) == bundle
    assert pack(unpack(pack(bundle))) == pack(bundle)


def test_a_folder_around_everything_is_no_packed_bundle() -> None:
    bundle = read(b"def choose(ask): return 0", "bot.py")
    wrapped = Bundle({f"top/{name}": content for name, content in bundle.files.items()}, bundle.manifest)
    for reading in (unpack, Packed.read):
        with pytest.raises(BundleFault) as refused:
            reading(pack(wrapped))
        assert refused.value.code is Code.NO_BOT_TOML


def test_a_packed_bundle_may_be_longer_than_an_upload() -> None:
    big = {f"{n}.bin": bytes(7 * 1024 * 1024) for n in range(2)}
    bundle = read(zipped({**GOOD, **big}), "bot.zip")
    assert unpack(pack(bundle)) == bundle


def test_a_bundle_is_laid_out_for_any_user_to_read(tmp_path: Path) -> None:
    bundle = of_files({**GOOD, "a/b/run.sh": b"#!/bin/sh\n", "a/c.txt": b"1"})
    lay_out(bundle.files.items(), tmp_path / "deep" / "bot")
    found = {
        path.relative_to(tmp_path / "deep" / "bot").as_posix(): path
        for path in (tmp_path / "deep" / "bot").rglob("*")
    }
    assert {name: path.read_bytes() for name, path in found.items() if path.is_file()} == bundle.files
    modes = {name: path.stat().st_mode & 0o777 for name, path in found.items()}
    assert modes["a"] == modes["a/b"] == modes["a/b/run.sh"] == 0o755
    assert modes["main.py"] == modes["a/c.txt"] == 0o644


def test_a_file_that_is_there_is_never_written_over(tmp_path: Path) -> None:
    (tmp_path / "main.py").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(FileExistsError):
        lay_out(GOOD.items(), tmp_path)
    assert not (tmp_path / "elsewhere").exists()


def test_a_folder_of_ones_own_is_a_bundle(tmp_path: Path) -> None:
    lay_out({**GOOD, "data/book.txt": b"1"}.items(), tmp_path / "bot")
    for beside in (".git", "__pycache__"):
        (tmp_path / "bot" / beside).mkdir()
        (tmp_path / "bot" / beside / "x").write_text("x")
    assert of_path(tmp_path / "bot").files == {**GOOD, "data/book.txt": b"1"}
    assert of_path(tmp_path / "bot") == Bundle({**GOOD, "data/book.txt": b"1"}, of_files(GOOD).manifest)


def test_a_folder_with_a_link_is_refused(tmp_path: Path) -> None:
    lay_out(GOOD.items(), tmp_path / "bot")
    (tmp_path / "bot" / "data").symlink_to("/etc/passwd")
    with pytest.raises(BundleFault, match="'data' is a link"):
        of_path(tmp_path / "bot")


def test_a_folder_that_is_no_bots_is_refused_before_it_is_read(tmp_path: Path) -> None:
    (tmp_path / "huge.bin").touch()
    with (tmp_path / "huge.bin").open("r+b") as file:
        file.truncate(40 * 1024 * 1024)
    with pytest.raises(BundleFault, match="holds more than a bundle may"):
        of_path(tmp_path)


def test_what_is_handed_on_is_a_name_and_the_way_to_the_canonical_zip() -> None:
    bundle = of_files({**GOOD, "data/book.txt": b"1"})
    packed = Packed.of(bundle)
    assert packed.digest == digest(bundle)
    assert packed.content() == pack(bundle)
    assert (packed.manifest, packed.files) == (bundle.manifest, bundle.files)
    assert Packed.read(pack(bundle)) == packed
    with pytest.raises(BundleFault):
        Packed.read(pack(bundle)[:-1])


def test_the_longest_bundle_is_no_longer_than_said() -> None:
    parts = ["d" * 120] * (MOST_DEPTH - 1)
    names = ["/".join([*parts, f"{number:0>120}"]) for number in range(MOST_FILES)]
    check_names(names)
    assert len(names[0]) + 1 == LONGEST_NAME
    packed = pack(Bundle(dict.fromkeys(names, b""), of_files(GOOD).manifest))
    assert len(packed) == LARGEST - MOST_BYTES - 2 * MOST_FILES


def test_what_a_build_left_is_a_bundle_with_the_bot_toml_of_the_author() -> None:
    source = Packed.of(of_files(GOOD))
    left = {"main.py": b"2", "bot.toml": b"nonsense", ".cache": b"", "a/.b/c": b"", "__pycache__/d": b""}
    built = source.built(left)
    assert built.files == {"main.py": b"2", "bot.toml": GOOD["bot.toml"]}
    assert built.digest != source.digest
    with pytest.raises(BundleFault) as refused:
        source.built({"a b": b""})
    assert refused.value.code is Code.BAD_NAME
