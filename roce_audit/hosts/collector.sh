#!/bin/sh
# roce-audit collector: prints what this host says about RoCE, for "roce-audit host FILE".
#
#   sh collector.sh > host.txt          as any user; root sees more (firewall, LLDP)
#   sh collector.sh -r > host.txt       the same, with "sudo -n" for what only root may read
#   sh collector.sh -c 10 > host.txt    the same, and counters twice, 10 seconds apart (at most 30)
#
# It reads and prints. It writes no file, makes no directory (so a RoCE mode that configfs does
# not show yet stays unknown), changes no setting, loads no module, opens no queue pair.
# Every part is bounded in size and time; a part that cannot be read says so.
set -u
LC_ALL=C
export LC_ALL
# Prefix of every file read: a saved tree instead of this host, whose tools do not count then.
tree=${ROCE_AUDIT_ROOT:-}
PATH=${PATH:-/usr/bin:/bin}
# Behind the caller's own path, so that nothing already found is replaced.
[ -n "$tree" ] || PATH=$PATH:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
[ -n "$tree" ] || PATH=$PATH:/opt/mellanox/iproute2/sbin:/opt/mellanox/ethtool/sbin
export PATH
umask 077

nonce='' elevate='' apart=''
usage() { echo 'usage: sh collector.sh [-r] [-c SECONDS] [-n NONCE]' >&2; exit 2; }
while getopts rn:c: option; do
  case $option in
  r) elevate=yes ;;
  n) nonce=$OPTARG ;;
  c) apart=$OPTARG ;;
  *) usage ;;
  esac
done
case $apart in '') ;; [1-9] | [12][0-9] | 30) ;; *) usage ;; esac
have() { command -v "$1" >/dev/null 2>&1; }
# The mark of a line that this script wrote. Text from elsewhere cannot know the nonce, so it
# cannot pretend to be a section.
case $nonce in *[!0-9a-f]*) nonce='' ;; esac
[ -n "$nonce" ] || nonce=$(od -An -N8 -tx1 /dev/urandom 2>/dev/null | tr -d ' \n')
[ -n "$nonce" ] || nonce=$(printf '%016x' "$(($(date +%s) * 32768 + $$))")
mark="@@RA-$nonce"

limited=''
timeout 5 true >/dev/null 2>&1 && limited='timeout 5'
[ -z "$limited" ] && timeout -t 5 true >/dev/null 2>&1 && limited='timeout -t 5'
deadline=$(($(date +%s) + 60))
uid=$(id -u 2>/dev/null) || uid=unknown
root='' as=''
[ -n "$elevate" ] && [ "$uid" != 0 ] && have sudo && root='sudo -n'
cd "${tree:-/}" || exit 4

begin() { printf '\n%s + %s\n' "$mark" "$*"; }
end() { printf '\n%s - %s\n' "$mark" "$*"; }
exit_code() { printf '\n%s rc %s\n' "$mark" "$1"; }
absent() { begin "$1"; end missing; }

# capture BYTES COMMAND...: at most BYTES of its output, its exit code (lost if the output was
# cut), then the beginning of its complaints.
capture() {
  bytes=$1
  shift
  { complaints=$({ { "$@" </dev/null; exit_code $?; } | head -c "$bytes" >&3; } 2>&1 |
    { head -c 1000; cat >/dev/null; }); } 3>&1
  [ -z "$complaints" ] && return
  echo
  printf '%s\n' "$complaints" | while IFS= read -r line; do printf '%s ! %s\n' "$mark" "$line"; done
}
# run "SECTION" BYTES COMMAND...
run() {
  section=$1 most=$2
  shift 2
  have "$1" || { absent "$section"; return; }
  begin "$section"
  [ "$(date +%s)" -gt "$deadline" ] && { end 'skipped the host answers too slowly'; return; }
  capture "$most" $limited $as "$@"
  end ran
}
# run_root: the same with sudo if that was asked for.
run_root() {
  as=$root
  run "$@"
  as=''
}
# lines_of BYTES FILE...: "path:line" of each readable file; the unreadable ones are named.
lines_of() {
  bytes=$1
  shift
  { grep -s '' /dev/null "$@"; exit_code $?; } | head -c "$bytes"
  for file in "$@"; do
    [ -e "$file" ] && [ ! -r "$file" ] && printf '\n%s ! %s: not readable\n' "$mark" "$file"
  done
}
files() {
  begin "$1"
  most=$2
  shift 2
  lines_of "$most" "$@"
  end read
}
# matching "SECTION" BYTES PATTERN FILE...
matching() {
  begin "$1"
  most=$2 pattern=$3
  shift 3
  { grep -sE "$pattern" /dev/null "$@"; exit_code $?; } | head -c "$most"
  for file in "$@"; do
    [ -e "$file" ] && [ ! -r "$file" ] && printf '\n%s ! %s: not readable\n' "$mark" "$file"
  done
  end read
}

begin "begin protocol=1 uid=$uid sudo=${root:+yes} time=$(date +%s) limited=${limited:+yes}"
end listed

# ---- the host
run uname 400 uname -a
files os 8192 etc/os-release proc/sys/kernel/hostname proc/sys/kernel/osrelease \
  proc/sys/kernel/version proc/uptime proc/sys/kernel/random/boot_id
begin live_patches
for name in sys/kernel/livepatch/*; do [ -e "$name" ] && echo "${name##*/}"; done
end listed
begin cmdline
grep -soE '(ipv6|iommu|intel_iommu|amd_iommu|pci)[a-z_.]*=[^ ]*' proc/cmdline
end listed
begin memlock
ulimit -l 2>&1 | sed 's/^/session:/'
grep -s 'Max locked memory' /dev/null proc/self/limits
end listed
matching limits 8192 '^[^#]*memlock|^ *DefaultLimitMEMLOCK' etc/security/limits.conf \
  etc/security/limits.d/*.conf etc/systemd/system.conf etc/systemd/system.conf.d/*.conf
begin container
for file in .dockerenv run/.containerenv run/systemd/container; do
  [ -e "$file" ] && echo "file:$file"
done
[ -n "${KUBERNETES_SERVICE_HOST:-}" ] && echo 'kubernetes:yes'
own=$(readlink proc/self/ns/net 2>/dev/null) first=$(readlink proc/1/ns/net 2>/dev/null)
echo "netns:${own:-unknown}"
echo "netns_init:${first:-unknown}"
end listed
matching modules 32768 '^(mlx|ib_|iw_|rdma|bnxt|irdma|ice |i40|qed|ocrdma|be2net|ionic|erdma|efa|hns|hclge|mana|siw|cxgb|usnic|vmw_pvrdma|nvidia|nv_peer|amdgpu|bonding|8021q|br_netfilter|ip_tables|ip6_tables|iptable|ip6table|nf_tables|ebtable|arptable)' proc/modules
begin module_names
for name in mlx5_ib mlx4_ib bnxt_re irdma i40iw ionic_rdma hns_roce_hw_v2 qedr ocrdma erdma \
  mana_ib vmw_pvrdma rdma_rxe siw iw_cxgb4 efa ib_core ib_uverbs rdma_cm rdma_ucm \
  nvidia_peermem nv_peer_mem nf_tables ip_tables ip6_tables; do
  [ -e "sys/module/$name" ] && echo "$name"
done
builtin=lib/modules/$(uname -r)/modules.builtin
grep -soE '/(nf_tables|ip_tables|ip6_tables|rdma_rxe|siw)[.]ko' "$builtin" | sed 's/^.//; s/[.]ko$//'
end listed
files module_parameters 16384 sys/module/ib_core/parameters/* sys/module/rdma_cm/parameters/* \
  sys/module/mlx[45]_*/parameters/* sys/module/irdma/parameters/* sys/module/bnxt_re/version \
  sys/module/mlx5_core/version sys/module/irdma/version
matching modprobe 16384 '^ *(options|blacklist|install) +(mlx|ib_|rdma|irdma|ice|bnxt|ionic|qed|siw|bonding|nvidia)' \
  etc/modprobe.d/*.conf
begin managers
for name in etc/netplan/*.yaml etc/systemd/network/*.network etc/NetworkManager/NetworkManager.conf \
  etc/network/interfaces etc/sysconfig/network-scripts/ifcfg-*; do
  [ -e "$name" ] && echo "$name"
done
end listed
units='NetworkManager systemd-networkd firewalld ufw nftables iptables lldpd lldpad opensmd irqbalance'
begin services
if have systemctl; then
  for unit in $units; do echo "$unit"; done
  capture 2048 $limited systemctl is-active $units
  end ran
else end missing; fi
run devices_dir 4096 ls -ln dev/infiniband
# What sets a RoCE mode again at each start.
matching mode_setters 8192 'default_roce_mode|cma_roce_mode' etc/systemd/system/*.service \
  etc/udev/rules.d/*.rules etc/rc.local etc/rc.d/rc.local etc/cron.d/* etc/crontab \
  etc/NetworkManager/dispatcher.d/* etc/infiniband/* lib/udev/rules.d/*roce*.rules

# ---- RDMA devices and their GID tables
netdevs=' ' count=0
wanted() {
  case $1 in '' | *[!A-Za-z0-9._:@-]*) return ;; esac
  case $netdevs in *" $1 "*) return ;; esac
  [ -e "sys/class/net/$1" ] || return
  [ "$count" -lt 64 ] || return
  netdevs="$netdevs$1 " count=$((count + 1))
}
link() { [ -L "$1" ] && printf '%s:%s\n' "$2" "$(readlink "$1")"; }
software=''
begin devices
for device in sys/class/infiniband/*; do [ -e "$device" ] && echo "${device##*/}"; done
end listed
zeros=0000:0000:0000:0000:0000:0000:0000:0000
for device in sys/class/infiniband/*; do
  [ -e "$device" ] || continue
  name=${device##*/}
  begin "device $name"
  (
    cd "$device" || exit
    lines_of 16384 node_type fw_ver hca_type board_id node_guid sys_image_guid node_desc parent \
      device/vendor device/device device/numa_node device/sriov_numvfs device/sriov_totalvfs \
      device/current_link_speed device/current_link_width device/max_link_speed \
      device/max_link_width tc/*/traffic_class
    link device link/device
    link device/driver link/driver
    link device/physfn link/physfn
    for entry in device/net/*; do [ -e "$entry" ] && echo "net:${entry##*/}"; done
  )
  link "$device" link/self
  end read
  case $(readlink "$device") in */virtual/*) software=yes ;; esac
  for entry in "$device"/device/net/*; do wanted "${entry##*/}"; done
  [ -r "$device/parent" ] && IFS= read -r entry <"$device/parent" && wanted "$entry"
  for port in "$device"/ports/*; do
    [ -d "$port" ] || continue
    begin "port $name ${port##*/}"
    lines_of 4096 "$port/state" "$port/phys_state" "$port/rate" "$port/link_layer" "$port/lid" \
      "$port/sm_lid" "$port/cap_mask"
    end read
    begin "gids $name ${port##*/}"
    (
      cd "$port/gids" 2>/dev/null || exit
      set -- *
      echo "slots:$#"
      [ -d ../gid_attrs ] && echo 'attributes:yes'
    )
    # One process per table, whatever its size; empty slots are left out, because reading the
    # type of one is an error.
    table=$(cd "$port/gids" 2>/dev/null && grep -sv "^$zeros\$" /dev/null * | head -c 65536)
    [ -n "$table" ] && printf '%s\n' "$table" | sed 's/^/gid\//'
    set --
    for entry in $table; do set -- "$@" "${entry%%:*}"; done
    if [ $# -gt 0 ]; then
      (cd "$port/gid_attrs/types" 2>/dev/null && grep -s '' /dev/null "$@" | sed 's/^/type\//')
      owners=$(cd "$port/gid_attrs/ndevs" 2>/dev/null && grep -s '' /dev/null "$@")
      [ -n "$owners" ] && printf '%s\n' "$owners" | sed 's/^/ndev\//'
      set -f
      for entry in $owners; do wanted "${entry#*:}"; done
      set +f
    fi
    end listed
  done
done
# Asking for RDMA devices where the kernel has no RDMA would load it.
if [ -d sys/class/infiniband ]; then
  run rdma_link 65536 rdma -j link
  run rdma_dev 65536 rdma -j dev
  run rdma_system 400 rdma system
  run ibv_devinfo 131072 ibv_devinfo
else
  for name in rdma_link rdma_dev rdma_system ibv_devinfo; do begin "$name"; end 'unloaded ib_core'; done
fi
# Graphics processors and the bridges above them: what lets an adapter reach their memory.
gpus=0
begin gpus
for entry in sys/bus/pci/drivers/nvidia/*:* sys/bus/pci/drivers/amdgpu/*:*; do
  [ -L "$entry" ] && [ "$gpus" -lt 64 ] || continue
  gpus=$((gpus + 1)) name=${entry#sys/bus/pci/drivers/}
  echo "${name%/*}:$(readlink "$entry")"
done
end listed
files gpu_driver 1024 proc/driver/nvidia/version
begin pci_bridges
if [ "$gpus" = 0 ]; then end listed
elif ! have lspci; then end missing
elif [ "$uid" != 0 ] && [ -z "$root" ]; then end 'skipped for root only'
else
  { $limited $root lspci -D -vv -d ::0604 2>&1 </dev/null; exit_code $?; } |
    grep -E "^[0-9a-f]+:|ACSCtl:|access denied|$mark" | head -c 131072
  end ran
fi
# The default RoCE mode of rdma_cm: only what is already there.
files roce_mode 16384 sys/kernel/config/rdma_cm/*/ports/*/default_roce_mode \
  sys/kernel/config/rdma_cm/*/ports/*/default_roce_tos
files priority_tags 4096 sys/kernel/config/bnxt_re/*/ports/*/cc/disable_prio_vlan_tx
begin roce_mode_dir
[ -d sys/kernel/config/rdma_cm ] && echo rdma_cm
for entry in sys/kernel/config/rdma_cm/*; do [ -e "$entry" ] && echo "device:${entry##*/}"; done
end listed

# ---- network devices: those of the GIDs, what they stand on and what stands on them
begin netdevs
for entry in sys/class/net/*; do [ -d "$entry/" ] && echo "${entry##*/}"; done | head -c 16384
end listed
[ -r proc/net/vlan/config ] && files vlans 16384 proc/net/vlan/config
for round in 1 2 3; do
  for name in $netdevs; do
    for entry in "sys/class/net/$name"/lower_* "sys/class/net/$name"/upper_*; do
      [ -e "$entry" ] || continue
      entry=${entry##*/}
      wanted "${entry#*er_}"
    done
    [ -r "sys/class/net/$name/bonding/slaves" ] &&
      for entry in $(cat "sys/class/net/$name/bonding/slaves"); do wanted "$entry"; done
  done
done
# counters NUMBER: those of RDMA ports, and of their real interfaces what tells of loss and pauses.
counters() {
  begin "counters $1"
  echo "time:$(date +%s)"
  { grep -s '' /dev/null sys/class/infiniband/*/ports/*/counters/* \
    sys/class/infiniband/*/ports/*/hw_counters/*; exit_code $?; } | head -c 524288
  end read
  for name in $netdevs; do
    case $(readlink "sys/class/net/$name") in */virtual/*) continue ;; esac
    begin "net_counters $1 $name"
    if ! have ethtool; then end missing
    elif [ "$(date +%s)" -gt "$deadline" ]; then end 'skipped the host answers too slowly'
    else
      { $limited ethtool -S "$name" 2>&1 </dev/null; exit_code $?; } |
        grep -E "pause|discard|$mark" | head -c 32768
      end ran
    fi
  done
}
counted=$(date +%s)
[ -n "$apart" ] && counters 1
settings=''
for name in all default $netdevs; do
  for key in rp_filter arp_ignore arp_announce arp_filter accept_local; do
    settings="$settings proc/sys/net/ipv4/conf/$name/$key"
  done
  for key in disable_ipv6 addr_gen_mode; do
    settings="$settings proc/sys/net/ipv6/conf/$name/$key"
  done
done
files sysctl 65536 $settings proc/sys/net/ipv4/neigh/default/gc_thresh3 \
  proc/sys/net/ipv6/neigh/default/gc_thresh3 proc/sys/net/ipv4/ip_forward \
  proc/sys/net/bridge/bridge-nf-call-iptables proc/sys/net/bridge/bridge-nf-call-ip6tables
for name in $netdevs; do
  begin "net $name"
  (
    cd "sys/class/net/$name" || exit
    lines_of 16384 mtu operstate carrier speed address flags ifindex type bonding/mode \
      bonding/xmit_hash_policy bonding/slaves bonding/active_slave qos/trust qos/dscp2prio \
      ecn/roce_np/enable/* ecn/roce_rp/enable/* ecn/roce_np/cnp_dscp ecn/roce_np/cnp_802p_prio \
      uevent
    for entry in upper_* lower_*; do [ -e "$entry" ] && echo "$entry:"; done
    link master link/master
    link device link/device
    link device/driver link/driver
    link device/physfn link/physfn
  )
  link "sys/class/net/$name" link/self
  end read
  case $(readlink "sys/class/net/$name") in */virtual/*) continue ;; esac
  # Only real ports have a driver, pause frames and priorities of their own.
  run "driver $name" 4096 ethtool -i "$name"
  run "pause $name" 2048 ethtool -a "$name"
  run "private_flags $name" 8192 ethtool --show-priv-flags "$name"
  if have dcb; then
    run "dcb_pfc $name" 8192 dcb -j pfc show dev "$name"
    run "dcb_app $name" 16384 dcb -N -j app show dev "$name"
    run "dcb_ets $name" 8192 dcb -j ets show dev "$name"
    run "dcb_dcbx $name" 2048 dcb -j dcbx show dev "$name"
    run "dcb_buffer $name" 4096 dcb -j buffer show dev "$name"
  else
    run "mlnx_qos $name" 16384 mlnx_qos -i "$name"
  fi
done
# with_text NAME BYTES ARGUMENT...: JSON where this "ip" has it, else its text.
json='' details=''
if $limited ip -j -d addr show </dev/null >/dev/null 2>&1; then json=-j details=-d
elif $limited ip -d addr show </dev/null >/dev/null 2>&1; then details=-d
fi
with_text() {
  name=$1 most=$2
  shift 2
  [ -z "$json" ] && have ip && name=${name}_text
  run "$name" "$most" ip $json "$@"
}
with_text addresses 2097152 $details addr show
with_text routes4 524288 -4 route show table all
with_text routes6 524288 -6 route show table all
with_text rules4 32768 -4 rule show
with_text rules6 32768 -6 rule show
with_text neighbours 65536 neigh show nud failed
# What is left of the routes without a tool that prints them.
files routes_file 65536 proc/net/route
# Not "ss", which loads the kernel's socket diagnosis. 12B7 is port 4791.
matching sockets 8192 ':12B7 ' proc/net/udp proc/net/udp6

# ---- the firewall of this network namespace
# A dump must not be what loads the firewall: where the kernel has modules and this one is not
# loaded, there is nothing to dump.
module_state() {
  if [ -z "$1" ] || [ -e "sys/module/$1" ] || [ ! -s proc/modules ]; then echo loaded
  elif grep -q "^$1 " proc/modules; then echo loaded
  elif [ ! -r "$builtin" ]; then echo unknown
  elif grep -q "/$1[.]ko" "$builtin"; then echo loaded
  else echo unloaded
  fi
}
dump() {
  section="firewall $1" most=$2 module=$3
  shift 3
  have "$1" || { absent "$section"; return; }
  case $(readlink -f "$(command -v "$1")") in *nft*) module=nf_tables ;; esac
  case $(module_state "$module") in
  loaded) run_root "$section" "$most" "$@" ;;
  unloaded) begin "$section"; end "unloaded $module" ;;
  *) begin "$section"; end "skipped it might load $module" ;;
  esac
}
dump nft_json 2097152 nf_tables nft -j list ruleset
dump nft 2097152 nf_tables nft list ruleset
dump iptables 1048576 '' iptables-save
dump ip6tables 1048576 '' ip6tables-save
dump iptables_legacy 1048576 '' iptables-legacy-save
dump ip6tables_legacy 1048576 '' ip6tables-legacy-save
dump ebtables 262144 ebtable_filter ebtables-save
dump ebtables_legacy 262144 ebtable_filter ebtables-legacy-save
dump arptables 65536 arptable_filter arptables-save
files ufw 2048 etc/ufw/ufw.conf
# Only a software RoCE device lets tc see its packets.
[ -n "$software" ] && for name in $netdevs; do
  run "tc_in $name" 65536 tc -j filter show dev "$name" ingress
  run "tc_out $name" 65536 tc -j filter show dev "$name" egress
done

# ---- neighbours, driver settings, libraries
run_root lldp 262144 lldpcli -f json0 show neighbors details
run devlink_parameters 131072 devlink -j dev param show
run devlink_ports 131072 devlink -j port show
begin kernel_log
if have dmesg; then
  { $limited $root dmesg 2>&1 </dev/null; exit_code $?; } |
    grep -iE "unable to add gid|SET_ROCE_ADDRESS|read kernel buffer|$mark" | tail -n 50 | head -c 16384
  end ran
else end missing; fi
settings_pattern='^ *(export +)?(NCCL|RCCL|UCX|OMPI_MCA|FI|NVSHMEM|GLOO)_[A-Za-z0-9_]*='
matching settings 32768 "$settings_pattern" etc/nccl.conf "${HOME:-/nonexistent}/.nccl.conf" \
  etc/environment etc/ucx/ucx.conf etc/profile.d/*.sh
begin environment
env 2>/dev/null | grep -E "$settings_pattern" | head -c 16384
end listed
begin libraries
for entry in usr/lib/*/libnccl.so.* usr/lib64/libnccl.so.* usr/local/lib/libnccl.so.* \
  usr/local/cuda/lib64/libnccl.so.* opt/rocm*/lib/librccl.so.* usr/lib/*/libibverbs.so.* \
  usr/local/lib/libbnxt_re-*.so usr/local/lib64/libbnxt_re-*.so usr/lib64/libbnxt_re-*.so \
  usr/lib/*/libbnxt_re-*.so; do
  [ -f "$entry" ] && echo "$entry"
done | head -c 8192
end listed
run ucx_version 2048 ucx_info -v
run perftest_version 400 ib_write_bw --version
if [ -n "$apart" ] && have sleep; then
  left=$((counted + apart - $(date +%s)))
  [ "$left" -gt 0 ] && sleep "$left"
  counters 2
fi
begin end
end listed
