// Creates and rotates the services' signing keys: node services/kit/bin/keys.ts <folder> <step>
//   (no step)         creates the missing keys: <service>.json per service, trusted.json and log.json
//   add <service>     creates a new key that is trusted but not used yet: <service>.next.json
//   use <service>     moves the new key to <service>.json; the old key stays trusted
//   retire <service>  trusts only the key in use
//   derive <service>  demonstrations only: derives the keys from the shared seed KEY_SEED
// Restart every program with the new files between two steps, so that no valid token is ever refused.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deriveKeys, generateKeys, type ServiceKeys } from '../src/keys.ts';
import { serviceNames } from '../src/provision.ts';

type PublicKeys = ServiceKeys['trusted'];

const [folder = '', step = 'make', service = ''] = process.argv.slice(2);
const file = (name: string): string => join(folder, `${name}.json`);
const read = <T>(name: string): T => JSON.parse(readFileSync(file(name), 'utf8')) as T;

/** Atomic replacement: readers never see a partial file. */
function write(name: string, value: unknown, mode: number): void {
  writeFileSync(`${file(name)}.new`, `${JSON.stringify(value)}\n`, { mode });
  renameSync(`${file(name)}.new`, file(name));
}

const trusted = (): PublicKeys => (existsSync(file('trusted')) ? read<PublicKeys>('trusted') : { keys: [] });
const ownerOf = (kid: string): string => kid.split('.')[0] ?? kid;

async function makeMissing(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const missing: string[] = serviceNames.filter((name) => !existsSync(file(name)));
  const generated = await generateKeys(missing);
  const kept = trusted().keys.filter((key) => !missing.some((name) => key.kid === name));
  write('trusted', { keys: [...kept, ...generated.trusted.keys] }, 0o644);
  for (const name of missing) write(name, generated.private[name], 0o600);
  if (!existsSync(file('log'))) {
    missing.push('log');
    write('log', (await generateKeys(['log'])).private.log, 0o600);
  }
  console.log(missing.length > 0 ? `made: ${missing.join(', ')}` : 'every key is there');
}

async function addNext(): Promise<void> {
  const kid = `${service}.${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}`;
  const generated = await generateKeys([kid]);
  write('trusted', { keys: [...trusted().keys, ...generated.trusted.keys] }, 0o644);
  write(`${service}.next`, generated.private[kid], 0o600);
  console.log(`${kid} is trusted: restart every program, then "use ${service}"`);
}

function useNext(): void {
  renameSync(file(`${service}.next`), file(service));
  console.log(`restart ${service}, wait two minutes, then "retire ${service}"`);
}

function retireOld(): void {
  const { kid } = read<{ kid: string }>(service);
  const keys = trusted().keys.filter((key) => ownerOf(key.kid) !== service || key.kid === kid);
  write('trusted', { keys }, 0o644);
  console.log(`only ${kid} is trusted of ${service}: restart every program`);
}

/** Derives all keys from KEY_SEED; writes `service`'s private key (certificate: also its log's) and all public keys. */
async function derive(): Promise<void> {
  const seed = process.env.KEY_SEED ?? '';
  if (seed.length < 32) throw new Error('configuration: KEY_SEED needs at least 32 characters');
  const derived = await deriveKeys(serviceNames, seed);
  write('trusted', derived.trusted, 0o644);
  write(service, derived.private[service], 0o600);
  if (service === 'certificate') write('log', (await deriveKeys(['log'], seed)).private.log, 0o600);
}

const steps: Record<string, () => void | Promise<void>> = {
  make: makeMissing,
  add: addNext,
  use: useNext,
  retire: retireOld,
  derive,
};
const run = steps[step];
const known = step === 'make' || serviceNames.some((name) => name === service);
if (!folder || !run || !known) {
  console.error('usage: keys.ts <folder> [add|use|retire|derive <service>]');
  process.exitCode = 1;
} else await run();
