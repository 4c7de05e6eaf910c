#!/bin/sh
# RDMA over several GIDs of rxe0 at once.
#
# usage: pingpong stop                          end what still answers
#        pingpong serve NAME INDEX ...         answer, in the background
#        pingpong try SECONDS NAME INDEX ...   call; prints per name: NAME EXIT met|apart LAST-LINE
#
# A GID is given as its index. The programs meet over the cable (eth2). Neighbours are forgotten
# first, so that what address resolution needs is put to the test as well.
verb=$1
shift
folder=/tmp/pingpong
mkdir -p $folder
rounds=50
flush() { ip neigh flush all && ip -6 neigh flush all; }
ulimit -l unlimited
# Events, not polling (-e): a guest has one processor. Line by line (stdbuf): what a program has
# said before it is killed must not be lost.
case $verb in
stop)
  killall -q -9 ibv_rc_pingpong || true
  ;;
serve)
  flush
  port=18515
  while [ $# -gt 1 ]; do
    timeout -s KILL 90 stdbuf -oL ibv_rc_pingpong -e -d rxe0 -g "$2" -n $rounds -p $port \
      >$folder/serve-"$1" 2>&1 &
    port=$((port + 1))
    shift 2
  done
  # A caller that comes too early would be turned away.
  tries=0
  while [ "$(ss -Hltn 'sport >= :18515 and sport <= :18530' | wc -l)" -lt $((port - 18515)) ] &&
    [ $tries -lt 100 ]; do
    sleep 0.1
    tries=$((tries + 1))
  done
  ;;
try)
  seconds=$1 peer=10.99.0.$((3 - $(hostname | tr ab 12)))
  shift
  flush
  port=18515
  names=
  while [ $# -gt 1 ]; do
    (
      timeout -s KILL "$seconds" stdbuf -oL \
        ibv_rc_pingpong -e -d rxe0 -g "$2" -n $rounds -p $port "$peer" >$folder/try-"$1" 2>&1
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
