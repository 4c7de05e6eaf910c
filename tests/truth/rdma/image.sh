#!/bin/bash
# Builds what the guests boot, into the folder this runs in:
#   vmlinuz  initrd.img  root.ext4  user (an SSH key that opens them)  host.pub (their host key)
#
# usage: image.sh SUITE FOLDER-OF-THE-GUEST-FILES APT-OPTIONS < lines for sources.list
#
# Needs root (mmdebstrap --mode=root, chroot), mmdebstrap, e2fsprogs, cpio, openssh-client, and
# for siw gcc and make. Everything comes from the apt sources on standard input and from the
# system's own.
set -euo pipefail
suite=$1 guest=$2 options=$3

packages=linux-image-amd64,kmod,busybox-static,iproute2,procps,openssh-server
packages+=,rdma-core,ibverbs-providers,ibverbs-utils
packages+=,nftables,iptables,ebtables,ipset,ethtool

echo 'packages'
mmdebstrap --mode=root --variant=minbase --include="$packages" --aptopt="$options" \
  --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
  --dpkgopt='path-exclude=/usr/share/locale/*' \
  --aptopt='Acquire::Languages "none"' --aptopt='APT::Install-Recommends "false"' \
  "$suite" root - >mmdebstrap.log 2>&1 || { tail -20 mmdebstrap.log >&2; exit 1; }
kernel=$(ls root/lib/modules | sort -V | tail -1)
cp "root/boot/vmlinuz-$kernel" vmlinuz
echo "kernel $kernel"

echo 'siw'
# Soft iWARP is not among Debian's modules, but in its kernel source.
series=$(echo "$kernel" | cut -d. -f1,2)
version=$(chroot root dpkg-query -W -f='${Version}' "linux-image-$kernel")
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends gcc make "linux-headers-$kernel" \
  "linux-source-$series=$version" >apt.log 2>&1 || { tail -20 apt.log >&2; exit 1; }
mkdir siw
tar -xf "/usr/src/linux-source-$series.tar.xz" -C siw --strip-components=4 \
  "linux-source-$series/drivers/infiniband/sw/siw"
make -C "/usr/src/linux-headers-$kernel" M="$PWD/siw/siw" CONFIG_RDMA_SIW=m modules \
  >siw.log 2>&1 || { tail -20 siw.log >&2; exit 1; }
install -D -m 644 siw/siw/siw.ko "root/lib/modules/$kernel/extra/siw.ko"
chroot root depmod "$kernel"

echo 'keys and files'
ssh-keygen -q -t ed25519 -N '' -C rdma-oracle -f user
install -d -m 700 root/root/.ssh
cp user.pub root/root/.ssh/authorized_keys
rm -f root/etc/ssh/ssh_host_*
ssh-keygen -q -t ed25519 -N '' -C guest -f root/etc/ssh/ssh_host_ed25519_key
cp root/etc/ssh/ssh_host_ed25519_key.pub host.pub
printf '%s\n' 'PermitRootLogin prohibit-password' 'PasswordAuthentication no' 'UseDNS no' \
  'UsePAM no' 'MaxStartups 50:30:100' >root/etc/ssh/sshd_config.d/oracle.conf
install -m 755 "$guest/init.sh" root/oracle-init
rm -rf root/var/cache/apt/archives/*.deb root/var/lib/apt/lists/* root/boot/initrd*

echo 'initrd'
mkdir -p early/bin early/modules early/proc early/sys early/dev early/root
cp "$(readlink -f root/bin/busybox)" early/bin/busybox
cp "$guest/early.sh" early/init
chmod 755 early/init
for name in virtio_pci virtio_blk ext4; do
  chroot root modprobe -S "$kernel" --show-depends "$name"
done | awk '$1 == "insmod" && !seen[$2]++ { print $2 }' | while read -r file; do
  cp "root$file" early/modules/
  basename "$file" >>early/modules/order
done
(cd early && find . | cpio -o -H newc --quiet | gzip -1) >initrd.img

echo 'file system'
mke2fs -q -t ext4 -O ^has_journal -d root root.ext4 1500M
rm -rf root early siw
