// Makes the services' signing keys, and replaces them in turn:
//   node services/kit/bin/keys.ts <folder>                    what is missing: one <service>.json each, trusted.json, and log.json
//   node services/kit/bin/keys.ts <folder> add <service>      a new key, trusted but not yet used: <service>.next.json
//   node services/kit/bin/keys.ts <folder> use <service>      the new key becomes <service>.json; the old stays trusted
//   node services/kit/bin/keys.ts <folder> retire <service>   only the key in use is trusted
//   KEY_SEED=… node services/kit/bin/keys.ts <folder> derive <service>   demonstrations only: of a seed all share
// Between two steps of a replacement every program is restarted with the new files: at no moment is a valid token refused.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deriveKeys, generateKeys, type ServiceKeys } from '../src/keys.ts';
import { serviceNames } from '../src/provision.ts';

type PublicKeys = ServiceKeys['trusted'];

const [folder = '', step = 'make', service = ''] = process.argv.slice(2);
const file = (name: string): string => join(folder, `${name}.json`);
const read = <T>(name: string): T => JSON.parse(readFileSync(file(name), 'utf8')) as T;

/** Replaced whole, so that a reader never sees half a file. */
function write(name: string, value: unknown, mode: number): void {
  writeFileSync(`${file(name)}.new`, `${JSON.stringify(value)}\n`, { mode });
  renameSync(`${file(name)}.new`, file(name));
}

const trusted = (): PublicKeys => (existsSync(file('trusted')) ? read<PublicKeys>('trusted') : { keys: [] });
const ownerOf = (kid: string): string => kid.split('.')[0] ?? kid;

async function makeMissing(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const missing: string[] = serviceNames.filter((name) => !existsSync(file(name)));
  const made = await generateKeys(missing);
  const kept = trusted().keys.filter((key) => !missing.some((name) => key.kid === name));
  write('trusted', { keys: [...kept, ...made.trusted.keys] }, 0o644);
  for (const name of missing) write(name, made.private[name], 0o600);
  if (!existsSync(file('log'))) {
    missing.push('log');
    write('log', (await generateKeys(['log'])).private.log, 0o600);
  }
  console.log(missing.length > 0 ? `made: ${missing.join(', ')}` : 'every key is there');
}

async function addNext(): Promise<void> {
  const kid = `${service}.${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}`;
  const made = await generateKeys([kid]);
  write('trusted', { keys: [...trusted().keys, ...made.trusted.keys] }, 0o644);
  write(`${service}.next`, made.private[kid], 0o600);
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

/** This service's key and everybody's public ones, from the seed; certificate's the public log's too. */
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
