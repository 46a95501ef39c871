"""The formulas of throws that can be checked, on a vector that was computed by another program."""

import pytest

from ibau.throws.chain import NUMBERS, Chain, context, links_down, seal_of, sixteenth

SECRET, ONE, TWO = (bytes(range(first, first + 32)).hex() for first in (0, 32, 64))
HERE = context("aBcD-0_9", "senet-race")
CHAIN = Chain(HERE, SECRET)
THROWS = {
    (ONE, TWO): [13, 0, 13, 5, 1, 13, 13, 10, 6, 6, 6, 7, 5, 12, 4, 6],
    (ONE, ""): [3, 5, 6, 7, 12, 6, 6, 10, 13, 4, 13, 12, 2, 13, 15, 13],
    ("", TWO): [6, 5, 2, 8, 4, 7, 1, 4, 15, 8, 5, 2, 8, 1, 9, 2],
    ("", ""): [15, 15, 7, 5, 6, 2, 2, 11, 5, 1, 15, 13, 13, 8, 5, 8],
}


def test_the_chain_is_that_of_the_vector() -> None:
    assert HERE == "289cafd4920d330efa683a810bf6af3b0d50fc8212467e7141ce899f666e926a"
    assert CHAIN.head == "f88b5311abaa5bdfbdf570018444fe60514bbb68f5d0451ca825d3cd6201fdbc"
    assert CHAIN.link(1) == "6d3e9fe8231bbb74f5bf88d7fe335caee0b93626073cc33f226822d13d5ab13c"
    assert seal_of(ONE) == "27a50dee0e9916b9d608174a3fc92d9a5eff911055f89fc3f352246911d9469a"
    assert seal_of(TWO) == "c884b14d31cbc3900e715bbc6230a3d4652a522dac8e90f8dbbbf8e816c7f488"


@pytest.mark.parametrize("parts", THROWS)
def test_throws_are_those_of_the_vector(parts: tuple[str, str]) -> None:
    assert [sixteenth(HERE, n, CHAIN.link(n), *parts) for n in range(1, 17)] == THROWS[parts]


def test_every_link_leads_down_to_the_head() -> None:
    for number in (1, 63, 64, 65, NUMBERS - 1, NUMBERS):
        links = links_down(HERE, number, CHAIN.link(number))
        assert (links[-1], links[1], len(links)) == (CHAIN.head, CHAIN.link(number - 1), number + 1)
    assert CHAIN.link(NUMBERS) == SECRET
    assert Chain(context("aBcD-0_9", "seneti"), SECRET).head != CHAIN.head
