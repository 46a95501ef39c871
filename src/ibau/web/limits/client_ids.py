"""Client ids: the names under which the requests of an address are counted.

All addresses are counted, even this machine's, except those of trusted proxies, which name their clients.
"""

import logging
from collections.abc import Collection
from contextlib import suppress
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import Scope

ClientId = tuple[str, ...]  # each names a wider network than the one before
UNCOUNTED: ClientId = ()
MAX_REMEMBERED = 10_000  # addresses
HOUSEHOLD_BITS, PROVIDER_BITS = 64, 48  # IPv6 prefixes: a household's, and one easily obtained

FORWARDED_HEADERS = ("x-forwarded-for", "forwarded", "x-real-ip")  # with which proxies name their clients

logger = logging.getLogger(__name__)


def client_id_of(connection: HTTPConnection) -> ClientId:
    """The id of the client of a connection; UNCOUNTED for a trusted proxy."""
    return client_id_at(connection.client.host) if connection.client else UNCOUNTED


@lru_cache(MAX_REMEMBERED)
def client_id_at(host: str) -> ClientId:
    """The names of an address: itself or, for IPv6, the network of a household and the wider one around it."""
    address = address_of(host)
    if not isinstance(address, IPv6Address) or address.is_loopback:
        return (str(address or host),)
    return tuple(str(ip_network((address, bits), strict=False)) for bits in (HOUSEHOLD_BITS, PROVIDER_BITS))


def address_of(host: str) -> IPv4Address | IPv6Address | None:
    """The IP address, without the port that some proxies add; None if it is none."""
    for bare in (host, host.rpartition(":")[0].strip("[]")):
        with suppress(ValueError):
            address = ip_address(bare)
            return getattr(address, "ipv4_mapped", None) or address
    return None


class TrustedProxies:
    """The trusted proxies; logs one warning about a proxy that is not trusted."""

    def __init__(self, known: Collection[str]) -> None:
        self._networks = [ip_network(one, strict=False) for one in known]
        self._warned = False

    def __contains__(self, host: str) -> bool:
        address = address_of(host)
        return bool(address) and any(address in network for network in self._networks)

    def check(self, scope: Scope) -> None:
        """Leave a trusted proxy uncounted; warn about a proxy on this machine that is not trusted."""
        host = scope["client"][0] if scope.get("client") else ""
        if host in self:
            scope["client"] = None
        elif not self._warned and (address := address_of(host)) and address.is_loopback:
            self._warned = any(name in Headers(scope=scope) for name in FORWARDED_HEADERS)
            if self._warned:
                logger.warning("Proxy %s is not trusted, so its clients count as one: use --proxy %s.", host, host)
