# Every target works on a fresh clone: it makes .venv and installs what is missing.
#
# Debian packages (installed as root by `make debian`, which `make test` calls):
#   openssh-server        a real sshd on loopback, for the tests of collecting
#   iproute2 nftables iptables ebtables ipset
#                         network namespaces and rule sets, for the kernel oracle
#   tshark                an independent dissector, for the tests of frames
#   busybox dash          shells that the host collector must run under
# `make truth-rdma` needs root, some 3 GB of disk, and besides:
#   mmdebstrap e2fsprogs cpio openssh-client
#                         build the guests' image from the system's own apt sources (2 minutes,
#                         then kept under ~/.cache/roce-audit)
#   qemu-system-x86       boots the guests; no KVM is asked for
#   gcc make, linux-headers and linux-source of the guests' kernel
#                         soft iWARP, which Debian does not build (installed with the image)

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
DEBIAN := openssh-server iproute2 nftables iptables ebtables ipset tshark \
          busybox dash
DEBIAN_RDMA := mmdebstrap e2fsprogs cpio openssh-client qemu-system-x86 gcc make
JOBS   ?= 2

.PHONY: setup debian demo test lint bench truth truth-rdma fuzz clean

setup: $(VENV)/ready

$(VENV)/ready: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q -U pip
	$(BIN)/python -m pip install -q -e '.[dev]'
	touch $@

# Without root, or away from Debian, tests that need one of these are skipped with their reason
# (and fail where the environment variable CI is set).
debian:
	@missing=""; for p in $(DEBIAN); do \
	  dpkg-query -W -f='$${Status}' $$p 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$p"; done; \
	if [ -z "$$missing" ]; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  export DEBIAN_FRONTEND=noninteractive; \
	  apt-get update -qq && apt-get install -y -qq --no-install-recommends $$missing >/dev/null; \
	else echo "missing Debian packages:$$missing (install them as root for the full test run)"; fi

demo: setup
	$(BIN)/roce-audit demo -o demo-out

test: setup debian
	$(BIN)/python -m pytest -q -n $(JOBS) --cov --cov-report=term:skip-covered --cov-report=json:.coverage.json
	$(BIN)/python tests/architecture/coverage_bounds.py .coverage.json

lint: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pyright
	$(BIN)/lint-imports

bench: setup
	$(BIN)/python -m pip install -q -e '.[bench]'
	$(BIN)/python benchmarks/run.py

truth: setup debian
	$(BIN)/python -m tests.truth.kernel
	$(BIN)/python -m tests.truth.compilers

# Coverage-guided fuzzing of every reader, half a minute each.
fuzz: setup
	$(BIN)/python -m pip install -q -e '.[fuzz]'
	$(BIN)/python -m tests.truth.fuzz

truth-rdma: DEBIAN += $(DEBIAN_RDMA)
truth-rdma: setup debian
	$(BIN)/python -m tests.truth.rdma

clean:
	rm -rf $(VENV) demo-out dist build .coverage .coverage.json
