"""Those who may send work to a cluster may do anything there: with TLS, the ones with a key, as the docs say."""

from collections.abc import Generator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import dask
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from ibau.core.errors import ClusterError
from ibau.lab.cluster import workers_at
from tests.lab.cluster.servers import Servers, servers
from tests.lab.cluster.test_cluster import asked
from tests.lab.test_processes import DEATH, multiplied, two

pytest.importorskip("distributed")  # which brings what can be configured

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")  # Dask's own


class Papers(NamedTuple):
    """What somebody shows: who vouches for everybody, and their own certificate and key."""

    authority: Path
    certificate: Path
    key: Path

    @property
    def words(self) -> tuple[str, ...]:
        """As the commands of Dask want them."""
        return ("--tls-ca-file", str(self.authority), "--tls-cert", str(self.certificate), "--tls-key", str(self.key))

    @property
    def configuration(self) -> dict[str, Any]:
        """As docs/cluster.md has it for anyone who sends work."""
        return {
            "distributed.comm.require-encryption": True,
            "distributed.comm.tls.ca-file": str(self.authority),
            "distributed.comm.tls.client.cert": str(self.certificate),
            "distributed.comm.tls.client.key": str(self.key),
        }


def papers(folder: Path) -> Papers:
    """An authority of its own, and one certificate of it."""
    folder.mkdir()
    found = Papers(folder / "ca.pem", folder / "node.pem", folder / "node-key.pem")
    authority, mine = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    found.authority.write_bytes(certified("authority", authority.public_key(), authority, is_authority=True))
    found.certificate.write_bytes(certified("node", mine.public_key(), authority, is_authority=False))
    key = mine.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    found.key.write_bytes(key)
    return found


def certified(
    name: str, key: ec.EllipticCurvePublicKey, by: ec.EllipticCurvePrivateKey, *, is_authority: bool
) -> bytes:
    """A certificate for a day."""
    subject, issuer = (x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, one)]) for one in (name, "authority"))
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(issuer, subject, key, x509.random_serial_number(), now, now + timedelta(days=1))
        .add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True)
        .sign(by, hashes.SHA256())
    )
    return certificate.public_bytes(serialization.Encoding.PEM)


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Papers:
    return papers(tmp_path_factory.mktemp("papers") / "known")


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory, known: Papers) -> Generator[Servers]:
    with servers(tmp_path_factory.mktemp("cluster"), 1, known.words) as found:
        yield found


def test_anyone_who_has_a_key_sends_work(guarded: Servers, known: Papers) -> None:
    assert guarded.address.startswith("tls://")
    with dask.config.set(known.configuration), workers_at(guarded.address, 1, two, DEATH) as pool:
        assert list(pool.map(multiplied, [3])) == [6]


def test_a_stranger_sends_none(guarded: Servers, tmp_path: Path) -> None:
    """With papers that another authority vouches for, or with none."""
    strange = papers(tmp_path / "strange").configuration
    with dask.config.set(strange), pytest.raises(ClusterError, match="No Dask scheduler"):
        asked(guarded.address)
    plain = guarded.address.replace("tls://", "tcp://")
    with pytest.raises(ClusterError, match="No Dask scheduler"):
        asked(plain)
