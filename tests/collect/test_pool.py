"""Fan-out: pace, order, one failure among many, and Ctrl-C."""

from __future__ import annotations

import pickle
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from threading import Event, Lock, Semaphore
from time import sleep

import pytest

from roce_audit.collect.jobs import DeviceJob, DeviceReply
from roce_audit.collect.pool import Pace, fan_out, not_tried
from roce_audit.collect.worker import Worker
from roce_audit.inventory.access import Credential
from roce_audit.snapshot.status import DeviceRole, DeviceStatus

CREDENTIAL = Credential(username="u", password={"env": "ROCE_AUDIT_TEST_NOT_SET"})
FAST = 1e6


def job(number: int) -> DeviceJob:
    return DeviceJob(f"d{number}", DeviceRole.HOST, "linux", "127.0.0.1", 9, "c", CREDENTIAL)


class Echo:
    """Answers at once; fails, or interrupts the caller, where told to."""

    def __init__(self, fail: str = "") -> None:
        self.fail = fail
        self.stopped = False
        self.seen: list[str] = []
        self.lock = Lock()

    def __call__(self, each: DeviceJob, /) -> DeviceReply:
        with self.lock:
            self.seen.append(each.name)
        if each.name == self.fail:
            raise RuntimeError
        return DeviceReply(each, DeviceStatus.CAPTURED)

    def stop(self) -> None:
        self.stopped = True


@pytest.mark.parametrize("at_once", [1, 3, 100])
def test_every_job_has_exactly_one_reply(at_once):
    jobs = [job(n) for n in range(20)]
    with ThreadPoolExecutor(4) as executor:
        replies = list(fan_out(jobs, Echo(), executor, at_once=at_once, pace=Pace(FAST)))
    assert sorted(reply.job.name for reply in replies) == sorted(each.name for each in jobs)


def test_jobs_are_begun_in_their_order(in_line):
    run = Echo()
    list(fan_out([job(n) for n in range(5)], run, in_line, at_once=2, pace=Pace(FAST)))
    assert run.seen == ["d0", "d1", "d2", "d3", "d4"]


def test_a_run_that_breaks_its_promise_stops_nobody_else(in_line):
    jobs = [job(n) for n in range(3)]
    replies = list(fan_out(jobs, Echo("d1"), in_line, at_once=1, pace=Pace(FAST)))
    broken = next(reply for reply in replies if reply.job.name == "d1")
    assert broken.status is DeviceStatus.INCOMPLETE
    assert "RuntimeError" in broken.reason
    assert sum(reply.status is DeviceStatus.CAPTURED for reply in replies) == 2


def test_never_more_jobs_are_handed_over_than_may_run_at_once():
    lock, now, most = Lock(), 0, 0

    class Counting(Echo):
        def __call__(self, each, /):
            nonlocal now, most
            with lock:
                now += 1
                most = max(most, now)
            sleep(0.01)
            with lock:
                now -= 1
            return super().__call__(each)

    with ThreadPoolExecutor(10) as executor:
        list(fan_out([job(n) for n in range(12)], Counting(), executor, at_once=3, pace=Pace(FAST)))
    assert most <= 3


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    def pause(self, seconds: float) -> None:
        self.now += seconds


@pytest.mark.parametrize(("rate", "logins", "seconds"), [(10, 30, 2.0), (1, 4, 3.0), (0.5, 3, 4.0)])
def test_logins_are_begun_no_faster_than_the_rate(rate, logins, seconds):
    # One second's worth is there at the beginning, then they come at the rate.
    clock = Clock()
    pace = Pace(rate, clock, clock.pause)
    for _ in range(logins):
        pace.take()
    assert clock.now - 100 == pytest.approx(seconds)


def test_a_pause_earns_no_more_than_one_second_of_logins():
    clock = Clock()
    pace = Pace(5, clock, clock.pause)
    clock.now += 3600
    for _ in range(10):
        pace.take()
    assert clock.now - 3700 == pytest.approx(1.0)


@pytest.mark.parametrize("rate", [0.01, 0.3])
def test_no_single_pause_hides_an_interrupt_for_long(rate):
    # An interrupt that comes just before a pause does not end it.
    clock, pauses = Clock(), []

    def pause(seconds):
        pauses.append(seconds)
        clock.pause(seconds)

    pace = Pace(rate, clock, pause)
    pace.take()
    pace.take()
    assert max(pauses) <= 0.5
    assert sum(pauses) == pytest.approx(1 / rate)


def test_an_interrupt_stops_the_sessions_and_keeps_what_they_have():
    begun, release = Semaphore(0), Event()

    class Interrupted(Echo):
        def __call__(self, each, /):
            begun.release()
            if each.name == "d0":
                return super().__call__(each)
            release.wait(10)
            return DeviceReply(each, DeviceStatus.INCOMPLETE, "stopped")

        def stop(self):
            super().stop()
            release.set()

    class OneThenInterrupt(Pace):
        taken = 0

        def take(self):
            self.taken += 1
            if self.taken == 4:
                # A job that was handed over but that no thread has begun has nothing to keep.
                assert all(begun.acquire(timeout=10) for _ in range(3))
                raise KeyboardInterrupt

    jobs = [job(n) for n in range(10)]
    run, kept = Interrupted(), []
    with ThreadPoolExecutor(4) as executor:
        replies = fan_out(jobs, run, executor, at_once=4, pace=OneThenInterrupt(FAST))
        with suppress(KeyboardInterrupt):
            for reply in replies:
                kept.append(reply)  # noqa: PERF402 - a list would be lost with the interrupt
    assert run.stopped
    assert {reply.job.name for reply in kept} == {"d0", "d1", "d2"}


def test_a_job_that_was_not_begun_says_so():
    assert not_tried(job(1)).status is DeviceStatus.NOT_TRIED


def test_jobs_and_replies_are_plain_data_that_travels():
    reply = DeviceReply(job(1), DeviceStatus.CAPTURED)
    assert pickle.loads(pickle.dumps(reply)) == reply  # noqa: S301 - our own bytes


def test_a_worker_runs_in_another_process_and_the_secret_stays_behind():
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        replies = list(fan_out([job(1)], Worker(), executor, at_once=1, pace=Pace(FAST)))
    (reply,) = replies
    assert reply.status is DeviceStatus.UNREACHABLE
    assert "ROCE_AUDIT_TEST_NOT_SET is not set" in reply.reason
