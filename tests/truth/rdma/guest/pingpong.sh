#!/bin/sh
# RDMA over several GIDs at once.
#
# usage: pingpong stop                           end what still answers
#        pingpong serve       NAME GID ...      answer, in the background
#        pingpong try SECONDS NAME GID ...      call; prints "NAME EXIT met|apart LAST-LINE" per name
#
# A GID is given as its 8 groups in sysfs notation. The programs meet over the cable (eth2).
verb=$1
shift
folder=/tmp/pingpong
mkdir -p $folder
index_of() {
  for n in $(seq 0 31); do
    file=/sys/class/infiniband/rxe0/ports/1/gids/$n
    [ "$(cat "$file" 2>/dev/null)" = "$1" ] && { echo "$n"; return; }
  done
  echo "no entry $1" >&2
  exit 1
}
rounds=50
ulimit -l unlimited
# Events, not polling: the machine has one processor. Line by line: what a program that is killed has said must not be lost.
case $verb in
stop)
  killall -q -9 ibv_rc_pingpong || true
  ;;
serve)
  port=18515
  while [ $# -gt 1 ]; do
    index=$(index_of "$2") || exit 1
    timeout -s KILL 90 stdbuf -oL ibv_rc_pingpong -e -d rxe0 -g "$index" -n $rounds -p $port \
      >$folder/serve-"$1" 2>&1 &
    port=$((port + 1))
    shift 2
  done
  # A caller that comes too early would be turned away.
  port=$((port - 1))
  tries=0
  while ! ss -Hltn "sport = :$port" | grep -q . && [ $tries -lt 100 ]; do
    sleep 0.1
    tries=$((tries + 1))
  done
  ;;
try)
  seconds=$1 peer=10.99.0.$((3 - $(hostname | tr ab 12)))
  shift
  port=18515
  names=
  while [ $# -gt 1 ]; do
    index=$(index_of "$2") || exit 1
    (
      timeout -s KILL "$seconds" stdbuf -oL ibv_rc_pingpong -e -d rxe0 -g "$index" -n $rounds -p $port "$peer" \
        >$folder/try-"$1" 2>&1
      echo $? >$folder/exit-"$1"
    ) &
    names="$names $1"
    port=$((port + 1))
    shift 2
  done
  wait
  for name in $names; do
    met=apart
    grep -q 'remote address' $folder/try-"$name" && met=met
    echo "$name $(cat $folder/exit-"$name") $met $(tail -n 1 $folder/try-"$name")"
  done
  ;;
esac
