"""RoCE on the wire: frames built and decoded, the ICRC, capture files written and summed up.

Why a binding of libpcap reads the captures (cypcap, BSD-3-Clause, bundles libpcap 1.10.6).
Compared on 100,000 frames of 114 bytes, on one core, and on twenty damaged or hostile files:

- cypcap: 7.8 million frames a second from pcap and from pcapng; released in 2026. libpcap caps the
  size of records and blocks, tells what is wrong with a file, gives every frame's length on the
  wire, and is itself fuzzed all the time. It refuses a pcapng file that mixes link types or
  snapshot lengths, and only such files are walked by ``mixed``.
- dpkt 1.9.8 (2022): 0.9 million from pcap, 0.5 million from pcapng. Forgets the length on the wire,
  so a cut frame looks malformed; knows the first interface and the first section of a pcapng only;
  a block length below 8 makes it read the rest of the file into memory.
- python-pcapng 2.1.1 (2022): 0.09 million; knows pcapng only, but all of it; options it cannot
  decode end the file with whatever exception they cause.
- scapy: about as quick as dpkt, and under the GPL: a cross-check in the tests only.
"""
