"""The guests' image: built once, kept in the user's cache under the digest of its recipe."""

import os
import shutil
import subprocess
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import mkdtemp

HERE = Path(__file__).parent
RECIPE = ("image.sh", "guest/early.sh", "guest/init.sh")
BUILD_SECONDS = 1200
FIELDS = "$(ORIGIN)|$(REPO_URI)|$(RELEASE)|$(COMPONENT)"


@dataclass(frozen=True)
class Image:
    """What a guest boots, and what opens it."""

    folder: Path

    @property
    def kernel(self):
        return self.folder / "vmlinuz"

    @property
    def initrd(self):
        return self.folder / "initrd.img"

    @property
    def disk(self):
        return self.folder / "root.ext4"

    @property
    def key(self):
        return self.folder / "user"

    @property
    def host_key(self):
        """Type and base64 of the guests' host key."""
        return " ".join((self.folder / "host.pub").read_text(encoding="ascii").split()[:2])


def cache_folder():
    """Return where images are kept."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "roce-audit"


def image():
    """Return the image, built if this recipe has none yet."""
    suite = _release()["VERSION_CODENAME"]
    digest = sha256(suite.encode())
    for name in RECIPE:
        digest.update((HERE / name).read_bytes())
    folder = cache_folder() / f"rdma-{digest.hexdigest()[:16]}"
    if not folder.exists():
        _build(folder, suite)
    return Image(folder)


def _build(folder, suite):
    """Build beside the place and move there whole: what is there is complete."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    work = Path(mkdtemp(prefix="building-", dir=folder.parent))
    try:
        # The key opens root's login of a guest.
        (work / "apt.conf").write_text(_apt_options(), encoding="utf-8")
        subprocess.run(
            ["bash", HERE / "image.sh", suite, HERE / "guest", "./apt.conf"],
            cwd=work,
            input=_sources(suite),
            text=True,
            timeout=BUILD_SECONDS,
            check=True,
        )
        work.rename(folder)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _release():
    lines = Path("/etc/os-release").read_text(encoding="utf-8").splitlines()
    return {key: value.strip('"') for key, _, value in (line.partition("=") for line in lines)}


def _sources(suite):
    """Return lines for sources.list: the distribution's own archives, as apt itself uses them."""
    told = _output("apt-get", "indextargets", "--format", FIELDS, "Created-By: Packages")
    rows = dict.fromkeys(tuple(line.split("|")) for line in told.splitlines())
    lines = [
        f"deb {uri} {release} {component}"
        for origin, uri, release, component in rows
        if origin == "Debian" and release.split("-")[0] == suite
    ]
    if not lines:
        raise RuntimeError("apt knows no archive of Debian: run apt-get update")
    return "\n".join(lines) + "\n"


def _apt_options():
    """Return what the system's apt is told of fetching (proxies, mirrors of an earlier day)."""
    wanted = ("Acquire::Check-", "Acquire::http", "Acquire::https", "Acquire::Retries")
    dump = _output("apt-config", "dump").splitlines()
    return "\n".join(line for line in dump if line.startswith(wanted)) + "\n"


def _output(*words):
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=True)
    return done.stdout
