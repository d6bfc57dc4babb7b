import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createAuthority } from '@g2/kit/testing-certificates';
import { freePort } from '@g2/kit/testing-ports';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { findBinary } from '../../stack/binaries.ts';
import { startChild, waitReady } from '../../stack/child.ts';
import { startPostgres } from '../../stack/infra.ts';
import { isNatsReady } from '../../stack/probes.ts';

const SLOW = { timeout: 120_000 };
const CLIENT_SCRIPT = join(import.meta.dirname, 'ask.ts');
/** Node's error code for an untrusted certificate. The MinIO client passes it on. */
const UNTRUSTED = 'UNABLE_TO_VERIFY_LEAF_SIGNATURE';
const trustedAuthority = await createAuthority();
const otherAuthority = await createAuthority();
const folder = mkdtempSync(join(tmpdir(), 'g2-parts-'));
const running: { stop(): Promise<void> }[] = [];

afterAll(async () => {
  await Promise.all(running.map((part) => part.stop()));
  rmSync(folder, { recursive: true });
});

type Variables = Record<string, string>;
type ServerFiles = { crt: string; key: string; home: string };

/** Starts PostgreSQL, NATS and MinIO on localhost with certificates for `name`. @returns their addresses */
async function startParts(name: string): Promise<Variables> {
  const certificate = await trustedAuthority.issue(name);
  const place = {
    crt: join(certificate, 'tls.crt'),
    key: join(certificate, 'tls.key'),
    home: join(folder, name),
  };
  const made = await Promise.all([startDatabase(place), startNats(place), startMinio(place)]);
  return Object.assign({}, ...made);
}

async function startDatabase({ crt, key, home }: ServerFiles): Promise<Variables> {
  const server = await startPostgres({ dataDir: join(home, 'postgres'), fsync: false });
  running.push(server);
  const client = new pg.Client(server.url);
  await client.connect();
  for (const [name, value] of Object.entries({ ssl: 'on', ssl_cert_file: crt, ssl_key_file: key })) {
    await client.query(`ALTER SYSTEM SET ${name} = '${value}'`);
  }
  await client.query('SELECT pg_reload_conf()');
  await client.end();
  const url = new URL(server.url);
  url.hostname = 'localhost';
  url.search = 'sslmode=verify-full';
  return { DATABASE_URL: url.href };
}

async function startNats({ crt, key, home }: ServerFiles): Promise<Variables> {
  const port = await freePort();
  const config = join(home, 'nats.conf');
  mkdirSync(home, { recursive: true });
  writeFileSync(
    config,
    `listen: "127.0.0.1:${port}"\nserver_name: tls\njetstream { store_dir: "${home}/nats" }\n` +
      `authorization { user: gateway, password: secret }\ntls { cert_file: "${crt}", key_file: "${key}" }\n`,
  );
  const command = await findBinary('nats-server');
  const child = await startChild({ name: 'nats', command, args: ['-c', config], env: {} });
  running.push(child);
  await waitReady(child, () => isNatsReady(port, 'tls'));
  return { NATS_URL: `tls://gateway:secret@localhost:${port}` };
}

async function startMinio({ crt, key, home }: ServerFiles): Promise<Variables> {
  const port = await freePort();
  const certificates = join(home, 'certificates');
  mkdirSync(certificates, { recursive: true });
  copyFileSync(crt, join(certificates, 'public.crt'));
  copyFileSync(key, join(certificates, 'private.key'));
  const access = { S3_ACCESS_KEY: 'access', S3_SECRET_KEY: 'secret-key' };
  const where = ['--address', `127.0.0.1:${port}`, '--certs-dir', certificates];
  const child = await startChild({
    name: 'minio',
    command: await findBinary('minio'),
    args: ['server', join(home, 'minio'), ...where],
    env: { HOME: home, MINIO_ROOT_USER: access.S3_ACCESS_KEY, MINIO_ROOT_PASSWORD: access.S3_SECRET_KEY },
  });
  running.push(child);
  await waitReady(child, async () => child.tail().join('').includes('API:'));
  return { ...access, S3_ENDPOINT: `https://localhost:${port}` };
}

/**
 * Connects to database, NATS and S3 in a process that trusts `authority` in addition to the public ones.
 * @returns the results
 */
async function runClient(urls: Variables, authority?: string): Promise<string[]> {
  const trust = authority === undefined ? {} : { NODE_EXTRA_CA_CERTS: join(authority, 'ca.crt') };
  const env = { PATH: process.env.PATH, ...urls, ...trust };
  const { stdout } = await promisify(execFile)(process.execPath, [CLIENT_SCRIPT], { env });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '[]') as string[];
}

it(
  '[parts-tls] reaches servers certified by a private authority only when the client trusts it',
  SLOW,
  async () => {
    const urls = await startParts('localhost');
    // The inspection runs in a child process that inherits the trusted authorities.
    expect(await runClient(urls, await trustedAuthority.issue('ours'))).toEqual([
      'by TLS',
      'reached',
      'not-a-zip',
    ]);
    for (const authority of [undefined, await otherAuthority.issue('localhost')]) {
      expect(await runClient(urls, authority)).toEqual([UNTRUSTED, 'not reached', UNTRUSTED]);
    }
  },
);

it('[parts-tls-names] refuses a server certificate for another host name', SLOW, async () => {
  const urls = await startParts('elsewhere.example');
  const wrong = 'ERR_TLS_CERT_ALTNAME_INVALID';
  expect(await runClient(urls, await trustedAuthority.issue('ours'))).toEqual([wrong, 'not reached', wrong]);
});
