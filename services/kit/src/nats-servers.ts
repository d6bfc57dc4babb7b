export type NatsServers = {
  /** host:port */
  servers: string[];
  user?: string;
  pass?: string;
  tls?: Record<string, never>;
};

/** Splits the list into addresses. One without a scheme or credentials gets those of the first. */
function addressesIn(text: string): string[] {
  const [scheme = ''] = /^[a-z]+:\/\//.exec(text) ?? [];
  const end = text.lastIndexOf('@') + 1;
  // A shared password may contain an unescaped comma.
  const shared = text.indexOf('@') + 1 === end ? text.slice(scheme.length, end) : '';
  const rest = shared === '' ? text.slice(scheme.length) : text.slice(end);
  return rest
    .split(',')
    .map((one) => one.trim())
    .map((one) => (one.includes('://') ? one : `${scheme}${one.includes('@') ? '' : shared}${one}`));
}

/** Parses `nats://user:password@a:4222,b:4222` or full URLs. @throws Error naming an entry's number, never a value */
export function readNatsServers(text: string): NatsServers {
  if (!/^(nats|tls):\/\//.test(text)) throw new Error('must begin with nats:// or tls://');
  const urls = addressesIn(text).map((one, at) => readOne(one, at + 1));
  const [first] = urls;
  if (!first) throw new Error('names no server');
  for (const [at, url] of urls.entries()) {
    const place = `entry ${at + 1}`;
    if (url.protocol !== first.protocol) throw new Error(`${place}: nats:// and tls:// together`);
    const isBare = url.username === '' && url.password === '';
    if (!isBare && (url.username !== first.username || url.password !== first.password)) {
      throw new Error(`${place}: another user or password than of entry 1`);
    }
    const before = urls.findIndex(({ host }) => host === url.host);
    if (before !== at) throw new Error(`${place}: is there already, in entry ${before + 1}`);
  }
  return {
    servers: urls.map(({ host }) => host),
    ...(first.username
      ? { user: decodeURIComponent(first.username), pass: decodeURIComponent(first.password) }
      : {}),
    ...(first.protocol === 'tls:' ? { tls: {} } : {}),
  };
}

function readOne(text: string, place: number): URL {
  const url = URL.parse(text);
  const isServer = url && /^(nats|tls):$/.test(url.protocol) && /^\/?$/.test(url.pathname);
  if (!isServer || !/^[^,\s]+$/.test(url.host) || url.search || url.hash) {
    throw new Error(`entry ${place}: must be nats:// or tls:// with host:port, special characters as %XX`);
  }
  return url;
}
