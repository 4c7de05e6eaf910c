"""Captures the devices of an inventory into a snapshot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit import __version__
from roce_audit.collect.plan import jobs_of
from roce_audit.collect.pool import Pace, fan_out, not_tried
from roce_audit.collect.progress import NoProgress
from roce_audit.collect.worker import Worker
from roce_audit.inventory.secrets import Prompter
from roce_audit.snapshot.manifest import CommandEntry, DeviceEntry
from roce_audit.snapshot.store import load_snapshot
from roce_audit.snapshot.write import SnapshotWriter

if TYPE_CHECKING:
    from collections.abc import Sequence
    from concurrent.futures import Executor
    from pathlib import Path

    from roce_audit.collect.jobs import CommandReply, DeviceJob, DeviceReply
    from roce_audit.collect.progress import Progress
    from roce_audit.inventory.access import SecretReference
    from roce_audit.inventory.models import Inventory
    from roce_audit.snapshot.capture import Snapshot


def capture(
    inventory: Inventory,
    folder: Path,
    executor: Executor,
    progress: Progress | None = None,
    prompter: Prompter | None = None,
) -> Snapshot:
    """Capture every device of an inventory; one that fails is a result among the others.

    Ctrl-C ends every session, keeps what arrived, and marks the snapshot as partial.

    Args:
        inventory: Whom to ask, and how.
        folder: Where the snapshot goes: empty, absent, or an earlier snapshot.
        executor: Where the sessions run; ours to use, not to shut down.
        progress: Is told how it goes.
        prompter: Asks for the secrets that the inventory wants asked for, before the first login.

    Raises:
        UsageError: The platform of a switch is unknown.
        SnapshotError: The folder cannot be used.
        SecretError: A secret that should be asked for cannot be.
    """
    options = inventory.options.collect
    jobs = jobs_of(inventory)
    terms = Terms(executor, options.threads, options.logins_per_second)
    return capture_jobs(jobs, folder, terms, progress, prompter)


@dataclass(frozen=True, slots=True)
class Terms:
    """How jobs are run.

    Attributes:
        executor: Where.
        at_once: How many at the same time.
        logins_per_second: How fast they are begun.
    """

    executor: Executor
    at_once: int = 64
    logins_per_second: float = 10.0


def capture_jobs(
    jobs: Sequence[DeviceJob],
    folder: Path,
    terms: Terms,
    progress: Progress | None = None,
    prompter: Prompter | None = None,
) -> Snapshot:
    """Capture the devices of some jobs; see ``capture``."""
    shown = progress or NoProgress()
    asked = prompter or Prompter()
    _ask_first(jobs, asked)
    worker = Worker(asked, shown.tell)
    writer = SnapshotWriter(folder, __version__)
    shown.begin(len(jobs))
    pace = Pace(terms.logins_per_second)
    replies = fan_out(jobs, worker, terms.executor, at_once=terms.at_once, pace=pace)
    left = {job.name: job for job in jobs}
    stopped = True
    try:
        for reply in replies:
            _keep(writer, reply)
            # Not before: an interrupt may come while it is written.
            del left[reply.job.name]
            shown.ended(reply)
        stopped = False
    except KeyboardInterrupt:
        # What arrived is kept; that it is not all is said in the snapshot.
        pass
    finally:
        worker.stop()
        for job in left.values():
            _keep(writer, not_tried(job))
        writer.close(partial=stopped)
    return load_snapshot(folder)


def _ask_first(jobs: Sequence[DeviceJob], prompter: Prompter) -> None:
    """Ask for every secret that is asked for, while nothing else is on the screen."""
    for job in jobs:
        place = f"credentials.{job.credential_name}"
        wanted: tuple[tuple[str, SecretReference | None], ...] = (
            (f"password of {place}", job.credential.password),
            (f"secret of {place}", job.enable),
            (f"passphrase of {place}", job.credential.passphrase),
        )
        for subject, reference in wanted:
            if reference is not None and reference.prompt:
                prompter.answer(subject)


def _keep(writer: SnapshotWriter, reply: DeviceReply) -> None:
    job = reply.job
    entry = DeviceEntry(
        address=job.address,
        port=job.port,
        platform=job.platform,
        role=job.role,
        status=reply.status,
        reason=reply.reason,
        seconds=reply.seconds,
        commands=tuple(map(_entry, reply.commands)),
    )
    texts = {each.slug: each.output for each in reply.commands if each.status.has_text}
    writer.add(job.name, entry, texts)


def _entry(reply: CommandReply) -> CommandEntry:
    return CommandEntry(
        text=reply.text,
        slug=reply.slug,
        role=reply.role,
        required=reply.required,
        status=reply.status,
        reason=reply.reason,
        seconds=reply.seconds,
    )
