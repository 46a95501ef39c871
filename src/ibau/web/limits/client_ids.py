"""Ids of clients: the names under which requests from an address are counted.

All are, even those from the same machine, except a proxy that the server was told of: it says truly for
whom it asks.
"""

import logging
from collections.abc import Collection
from contextlib import suppress
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import Scope

ClientId = tuple[str, ...]  # each counts more people than the one before
UNCOUNTED: ClientId = ()
MAX_REMEMBERED = 10_000  # addresses
HOUSEHOLD_BITS, PROVIDER_BITS = 64, 48  # of the IPv6 network of one household, and of one easily had

FORWARDED_HEADERS = ("x-forwarded-for", "forwarded", "x-real-ip")  # what proxies say of whom they ask for

logger = logging.getLogger(__name__)


def client_id_of(connection: HTTPConnection) -> ClientId:
    """The id of the client of a connection; UNCOUNTED where it is a trusted proxy."""
    return client_id_at(connection.client.host) if connection.client else UNCOUNTED


@lru_cache(MAX_REMEMBERED)
def client_id_at(host: str) -> ClientId:
    """The names of an address: itself, or of IPv6 the network of a household, and the wider one around it."""
    address = address_of(host)
    if not isinstance(address, IPv6Address) or address.is_loopback:
        return (str(address or host),)
    return tuple(str(ip_network((address, bits), strict=False)) for bits in (HOUSEHOLD_BITS, PROVIDER_BITS))


def address_of(host: str) -> IPv4Address | IPv6Address | None:
    """The address, without the port that some proxies add."""
    for bare in (host, host.rpartition(":")[0].strip("[]")):
        with suppress(ValueError):
            address = ip_address(bare)
            return getattr(address, "ipv4_mapped", None) or address
    return None


class TrustedProxies:
    """Proxies that are believed, and a warning, given once, of one that is not."""

    def __init__(self, known: Collection[str]) -> None:
        self._networks = [ip_network(one, strict=False) for one in known]
        self._warned = False

    def __contains__(self, host: str) -> bool:
        address = address_of(host)
        return bool(address) and any(address in network for network in self._networks)

    def check(self, scope: Scope) -> None:
        """Count no proxy for those it asks for; say where one on this machine asks for others and is not believed."""
        host = scope["client"][0] if scope.get("client") else ""
        if host in self:
            scope["client"] = None
        elif not self._warned and (address := address_of(host)) and address.is_loopback:
            self._warned = any(name in Headers(scope=scope) for name in FORWARDED_HEADERS)
            if self._warned:
                logger.warning(
                    "A proxy on this machine (%s) asks for others, and all of them are counted as one: say --proxy %s.",
                    host,
                    host,
                )
