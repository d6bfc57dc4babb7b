// Preloaded with node --import. `<program>.g2.internal` resolves to all replicas in service, like a headless Service of
// Kubernetes. DRILL_NAMES is a file { "<program>": ["127.0.0.1", …] }, read at each look-up.
import dns from 'node:dns';
import { readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const SUFFIX = '.g2.internal';
const file = process.env.DRILL_NAMES;
let round = 0;

function known(hostname) {
  if (!file || !hostname.endsWith(SUFFIX)) return undefined;
  const names = JSON.parse(readFileSync(file, 'utf8'));
  const found = names[hostname.slice(0, -SUFFIX.length)] ?? [];
  const first = round++ % Math.max(1, found.length);
  const rotated = [...found.slice(first), ...found.slice(0, first)];
  return rotated.map((address) => ({ address, family: 4 }));
}

function absent(hostname) {
  return Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND', hostname });
}

const byCallback = dns.lookup;
dns.lookup = (hostname, options, callback) => {
  const found = known(hostname);
  if (!found) return byCallback(hostname, options, callback);
  const [settings, done] = typeof options === 'function' ? [{}, options] : [options, callback];
  process.nextTick(() => {
    const [first] = found;
    if (!first) done(absent(hostname));
    else if (settings.all) done(null, found);
    else done(null, first.address, first.family);
  });
};

const byPromise = dns.promises.lookup;
dns.promises.lookup = async (hostname, options) => {
  const found = known(hostname);
  if (!found) return byPromise(hostname, options);
  if (!found[0]) throw absent(hostname);
  return options?.all ? found : found[0];
};
syncBuiltinESMExports();
