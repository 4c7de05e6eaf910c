"""Port names that EOS knows.

Source: names printed by EOS (network-to-code samples, S35 of the fact sheet; batfish's Arista
test configurations, S57) and the IANA service name registry for their numbers. A name that is
missing here makes a line uncertain, so the table need not be complete.
"""

from __future__ import annotations

from roce_audit.platforms.arista_eos.number_list import is_number

_TABLE = """
tcpmux 1  compressnet 2  rje 5  echo 7  discard 9  systat 11  daytime 13  qotd 17  msp 18
chargen 19  ftp-data 20  ftp 21  ssh 22  telnet 23  smtp 25  nsw-fe 27  msg-icp 29  msg-auth 31
dsp 33  time 37  rap 38  rlp 39  nameserver 42  nicname 43  whois 43  mpm-flags 44  mpm 45
mpm-snd 46  auditd 48  tacacs 49  re-mail-ck 50  xns-time 52  domain 53  xns-ch 54  isi-gl 55
xns-auth 56  xns-mail 58  ni-mail 61  acas 62  via-ftp 63  covia 64  tacacs-ds 65  sql-net 66
bootps 67  bootpc 68  tftp 69  gopher 70  netrjs-1 71  netrjs-2 72  netrjs-3 73  netrjs-4 74
vettcp 78  finger 79  www 80  http 80  hosts2-ns 81  xfer 82  mit-ml-dev 83  ctf 84
mfcobol 86  kerberos 88  su-mit-tg 89  dnsix 90  mit-dov 91  npp 92  dcp 93  objcall 94
supdup 95  dixie 96  swift-rvf 97  tacnews 98  metagram 99  hostname 101  iso-tsap 102
gppitnp 103  acr-nema 104  csnet-ns 105  pop2 109  pop3 110  sunrpc 111  ident 113
uucp-path 117  sqlserv 118  nntp 119  ntp 123  locus-map 125  pwdgen 129  cisco-fna 130
cisco-tna 131  cisco-sys 132  statsrv 133  ingres-net 134  profile 136  netbios-ns 137
netbios-dgm 138  netbios-ss 139  netbios-ssn 139  emfis-data 140  emfis-cntl 141  imap 143
iso-tp0 146  iso-ip 147  hems 151  bftp 152  sgmp 153  netsc-prod 154  netsc-dev 155  sqlsrv 156
pcmail-srv 158  sgmp-traps 160  snmp 161  snmptrap 162  cmip-man 163  cmip-agent 164
xns-courier 165  s-net 166  namp 167  send 169  print-srv 170  multiplex 171  cl-1 172
xyplex-mux 173  mailq 174  vmnet 175  genrad-mux 176  xdmcp 177  nextstep 178  bgp 179  ris 180
unify 181  audit 182  ocbinder 183  ocserver 184  remote-kis 185  kis 186  aci 187  mumps 188
qft 189  gacp 190  prospero 191  osu-nms 192  srmp 193  irc 194  dls 197  dls-mon 198  smux 199
src 200  at-rtmp 201  at-nbp 202  at-echo 204  at-zis 206  qmtp 209  z39-50 210  914c-g 211
anet 212  ipx 213  vmpwscs 214  softpc 215  cailic 216  dbase 217  mpp 218  uarps 219  imap3 220
fln-spx 221  rsh-spx 222  cdc 223  masqdialer 224  sur-meas 243  inbusiness 244  dsp3270 246
subntbcst_tftp 247  bhfhs 248  set 257  yak-chat 258  esro-gen 259  openport 260  nsiiops 261
arcisdms 262  hdap 263  bgmp 264  rsvp_tunnel 363  odmr 366  rpc2portmap 369  codaauth2 370
ulistproc 372  ldap 389  ups 401  genie 402  decap 403  ncld 405  imsp 406  timbuktu 407
prm-sm 408  prm-nm 409  decladebug 410  synoptics-trap 412  smsp 413  infoseek 414
bnet 415  silverplatter 416  onmux 417  hyper-g 418  ariel1 419  smpte 420  svrloc 427
ocs_cmu 428  ocs_amu 429  iasd 432  nnsp 433  mobile-ip 434  mobilip-mn 435  dna-cml 436
comscm 437  dsfgw 438  https 443  snpp 444  microsoft-ds 445  ddm-rdb 446  ddm-dfm 447
ddm-ssl 448  as-servermap 449  tserver 450  photuris 468  rcp 469  appleqtc 458
isakmp 500  exec 512  biff 512  login 513  who 513  shell 514  cmd 514  syslog 514
lpd 515  printer 515  talk 517  ntalk 518  utime 519  efs 520  rip 520  ripng 521  timed 525
tempo 526  courier 530  conference 531  netnews 532  netwall 533  uucp 540  klogin 543
kshell 544  dhcpv6-client 546  dhcpv6-server 547  afpovertcp 548  rtsp 554  remotefs 556
nntps 563  9pfs 564  mlag 4432  whoami 565  submission 587  tunnel 604  ipp 631  ldaps 636  msdp 639
ldp 646  rsync 873  iscsi-target 3260  ftps-data 989
ftps 990  imaps 993  pop3s 995  socks 1080  kazaa 1214  citrix-ica 1494  l2tp 1701  radius 1812
lsp-ping 3503  radius-acct 1813  hsrp 1985  nfs 2049  gsiftp 2811  bfd 3784  bfd-echo 3785
mysql 3306  non500-isakmp 4500  pim-auto-rp 496  vxlan 4789  ptp-event 319
ptp-general 320  tacacs-plus 49
"""

PORT_NAMES: dict[str, int] = {
    name: int(number)
    for name, number in zip(_TABLE.split()[::2], _TABLE.split()[1::2], strict=True)
}
"""Name to number; TCP and UDP names do not clash."""

PORT_TOP = 65535


def port_of(word: str) -> int | None:
    """Return the port that ``word`` is, a number or a name; None if it is no port."""
    if is_number(word):
        number = int(word)
        return number if number <= PORT_TOP else None
    return PORT_NAMES.get(word)
