#!/bin/busybox sh
# First process of the initrd: loads what it takes to see the disk, and goes on from there.
b=/bin/busybox
$b mount -t proc proc /proc
$b mount -t sysfs sysfs /sys
$b mount -t devtmpfs dev /dev
while read -r name; do
  $b insmod "/modules/$name"
done </modules/order
tries=0
while [ ! -b /dev/vda ] && [ $tries -lt 400 ]; do
  $b sleep 0.05
  tries=$((tries + 1))
done
$b mount -t ext4 /dev/vda /root
$b mount --move /dev /root/dev
$b umount /sys
$b umount /proc
exec $b switch_root /root /oracle-init
