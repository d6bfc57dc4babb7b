import { BlockList, isIP } from 'node:net';

/** Non-public IPv4 blocks (IANA special-purpose registries, RFC 6890 and successors). */
const SPECIAL_4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;
/** Special-purpose IPv6 blocks within 2000::/3, among them those that embed IPv4 addresses. */
const SPECIAL_6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const special = new BlockList();
for (const [net, bits] of SPECIAL_4) special.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of SPECIAL_6) special.addSubnet(net, bits, 'ipv6');
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');
const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

const isIn = (list: BlockList, address: string): boolean =>
  list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** True for public IPv4 and IPv6 addresses; false for IPv6 addresses that embed an IPv4 address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0 || isIn(special, address)) return false;
  return family === 4 || isIn(global6, address);
}

export const isLoopbackAddress = (address: string): boolean => isIP(address) !== 0 && isIn(loopback, address);
