#!/bin/sh
# First process of a guest; its parameters are on the kernel's command line:
#   oracle.name=a oracle.number=1 oracle.rdma=rxe|siw
# Interfaces in the order of the machine: management (SSH), data (the bridge under test), and a
# cable between the guests where the RDMA programs find each other whatever the bridge drops.
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mountpoint -q /dev || mount -t devtmpfs dev /dev
mkdir -p /dev/pts /dev/shm
mount -t devpts devpts /dev/pts
mount -t tmpfs tmpfs /run
mount -t tmpfs tmpfs /tmp
mkdir -p /run/sshd
for word in $(cat /proc/cmdline); do
  case $word in
  oracle.name=*) name=${word#*=} ;;
  oracle.number=*) number=${word#*=} ;;
  oracle.rdma=*) rdma=${word#*=} ;;
  esac
done
hostname "$name"
echo "127.0.0.1 localhost $name" >/etc/hosts
modprobe -a virtio_net virtio_rng 8021q
echo 0 >/proc/sys/net/ipv6/conf/default/accept_dad
ip link set lo up
ip link set eth0 up
ip addr add "10.0.2.1$number/24" dev eth0
/usr/sbin/sshd
if [ -e /sys/class/net/eth1 ]; then
  ip link set eth1 up
  ip addr add "10.88.0.$number/24" dev eth1
  ip addr add "fd88::$number/64" dev eth1 nodad
  ip link add link eth1 name eth1.100 type vlan id 100
  ip link set eth1.100 up
  ip addr add "10.88.100.$number/24" dev eth1.100
  ip addr add "fd88:100::$number/64" dev eth1.100 nodad
fi
if [ -e /sys/class/net/eth2 ]; then
  ip link set eth2 up
  ip addr add "10.99.0.$number/24" dev eth2
fi
ulimit -l unlimited
modprobe -a rdma_cm ib_uverbs rdma_ucm
case $rdma in
rxe) modprobe rdma_rxe && rdma link add rxe0 type rxe netdev eth1 ;;
siw) modprobe siw && rdma link add siw0 type siw netdev eth1 ;;
esac
echo "ORACLE READY $(cut -d' ' -f1 /proc/uptime)" >/dev/console
while :; do
  sleep 3600 &
  wait
done
