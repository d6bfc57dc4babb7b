const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/** Throttling key: IPv4, also if mapped (RFC 4291, 2.5.5.2); IPv6 /64 of a subscriber (RFC 6177); other text as is. */
export function networkOf(address: string): string {
  const text = address.trim().toLowerCase();
  if (IPV4.test(text) || !text.includes(':')) return text;
  const url = `http://[${text.replace(/%.*$/, '')}]`;
  if (!URL.canParse(url)) return text;
  // URL normalises the address: no leading zeros, one run of zeros as "::".
  const groups = allGroups(new URL(url).hostname.slice(1, -1));
  const [a = 0, b = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [a >> 8, a & 0xff, b >> 8, b & 0xff].join('.');
  const prefix = groups.slice(0, 4).map((group) => group.toString(16));
  return `${prefix.join(':')}::/64`;
}

function allGroups(address: string): number[] {
  const [front = '', back] = address.split('::');
  const parse = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const [before, after] = [parse(front), parse(back ?? '')];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => 0);
  return [...before, ...zeros, ...after];
}
