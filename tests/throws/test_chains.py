"""Throws follow from links of chains as notation.md section 8 says."""

from pathlib import Path

import pytest

from ibau.core.errors import RecordError
from ibau.throws.chains import BLOCK, PARTIES, Chain, context, last_number, link_before, sixteenth
from ibau.throws.proof import KnownChain, Proof, Spent

HERE = context("aBcD-0_9", "senet-race")
CHAINS = {
    party: Chain(HERE, party, 1, BLOCK, bytes(range(n, n + 32)).hex())
    for party, n in zip(PARTIES, (0, 0x20, 0x40), strict=True)
}
NOTATION = (Path(__file__).parents[2] / "docs/notation.md").read_text("utf-8")


def test_the_vector_of_the_notation() -> None:
    assert HERE == "6a8f184396a2e15e6d76c075c80d5082cdd6fba112d3f67da3fc11126ff67b5c"
    assert [CHAINS[party].head for party in PARTIES] == [
        "5e302590bbb4dac5fc80088c17e320fcfae8ba332f28f908ed3ed43206d77202",
        "809f3a16a47247daa75e95dca6b57c979241a3bea7c116085598f1e6e5c2f8cd",
        "71ccb06106b8bf2e3dae8cb63c89cf8117ee831fbd67f0c47c55fb274e809871",
    ]
    numbers = range(1, 17)
    thrown = [sixteenth(HERE, n, *(CHAINS[party].link(n) for party in PARTIES)) for n in numbers]
    assert thrown == [10, 11, 12, 4, 3, 12, 11, 14, 12, 4, 2, 2, 8, 3, 14, 12]
    alone = [sixteenth(HERE, n, CHAINS["server"].link(n), CHAINS["first"].link(n)) for n in numbers]
    assert alone == [5, 3, 3, 10, 6, 5, 4, 7, 0, 9, 0, 9, 7, 2, 1, 3]
    said = (HERE, *(CHAINS[party].head for party in PARTIES), *(", ".join(map(str, ns)) for ns in (thrown, alone)))
    assert all(text in NOTATION for text in said)


def test_each_link_is_the_hash_of_the_next() -> None:
    chain = CHAINS["second"]
    for number in (1, 2, 63, 64, 65, 4095, 4096):
        assert link_before(HERE, "second", number, chain.link(number)) == chain.link(number - 1)
    with pytest.raises(ValueError, match="1 to 4096"):
        chain.link(4097)


def test_a_chain_ends_with_its_block() -> None:
    assert [last_number(n) for n in (1, 4096, 4097, 8192)] == [4096, 4096, 8192, 8192]


def test_tags_of_a_record_are_read_as_they_are_written() -> None:
    proof = Proof(
        "aBcD-0_9",
        "senet-race",
        "",
        (
            KnownChain("server", 1, CHAINS["server"].head, 9, CHAINS["server"].link(9)),
            KnownChain("first", 1, CHAINS["first"].head, 2, CHAINS["first"].link(2)),
            KnownChain("first", 4, "0" * 64),
        ),
        "11x0xxx0",
        (4,),
        (Spent(3, 3, "takeback", 7, ("a1-a2", "b3"), "first", "second"), Spent(5, 7, "restored", 9, (), "first", "")),
        shared=True,
    )
    assert Proof.of_tags(proof.tags(), "senet-race") == proof
    assert proof.numbers == [1, 2, 4, 8]
    assert [proof.last(chain) for chain in proof.chains] == [4096, 3, 4096]


@pytest.mark.parametrize(
    ("tag", "value", "said"),
    [
        ("Proof", "3", "newer program"),
        ("Game", "", "name of the game"),
        ("Game", "aBcD\nseega", "name of the game"),
        ("Given", "bbq", "letter"),
        ("Chains", "third 1 " + "0" * 64, "server, first or second"),
        ("Chains", "first 1 abc", "64 hexadecimal digits"),
        ("Chains", "first 0 " + "0" * 64, "one from 0 on"),
        ("Links", "second 3 " + "0" * 64, "belongs to no chain"),
        ("Late", "one", "whole numbers"),
        ("Spent", "3 takeback", "moves taken back"),
        ("Spent", "3 lost 4 - - -", "takeback or restored"),
        ("Spent", "3 takeback 4 - third -", "seats"),
    ],
)
def test_what_a_tag_cannot_say_is_refused(tag: str, value: str, said: str) -> None:
    tags = {"Proof": "2", "Game": "aBcD", "Chains": "first 1 " + "0" * 64} | {tag: value}
    with pytest.raises(RecordError, match=said):
        Proof.of_tags(tags, "senet-race")


def test_a_record_without_proof_has_none() -> None:
    assert Proof.of_tags({"Game": "aBcD"}, "senet-race") is None
