"""What a server does with its keys: it signs records, and sees whether games need a secret that it has no longer."""

import logging
from dataclasses import replace

from ibau.core.record import Record
from ibau.throws.signatures import TAG
from ibau.web.hosted.game import HostedGame
from ibau.web.keyfile import Keys
from ibau.web.log.events import Created
from ibau.web.log.store import Change, Store

SECRETS = ":secrets"  # the stream beside which the ids of all secrets in use stand; no game is called so
KIND = "server"  # of that stream

logger = logging.getLogger(__name__)


def signed_record(hosted: HostedGame, name: str, keys: Keys) -> Record:
    """The record of a game, with the server's signature once it is over; one that came from elsewhere as it came."""
    record = hosted.record()
    if not hosted.is_over or hosted.was_elsewhere:
        return record
    named = replace(record, tags={**record.tags, "Game": name})
    signature = keys.sign(named)
    return replace(named, tags={**named.tags, TAG: signature}) if signature else record


def noted(created: Created) -> list[Change]:
    """What notes the secret under which a game begins, beside it."""
    return [Change(SECRETS, 0, (), {created.secret: ""}, kind=KIND)] if created.secret else []


async def say_what_is_missing(store: Store, keys: Keys) -> None:
    """Say which secrets games were begun under that are not in the key file.  Raises StoreFull and StoreDead."""
    known = await store.private(SECRETS)
    missing = sorted(each for each in known if not keys.secret(each))
    if missing:
        logger.warning(
            "%s lacks %s, under which games were begun: in those that are not over nothing can be thrown any more, "
            "and nothing of them is lost. Put the former key file in its place, or name it by --key.",
            keys.path,
            ", ".join(missing),
        )
