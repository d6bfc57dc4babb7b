import { randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import yazl from 'yazl';
import { type Client, demoAccounts, signUp } from '../e2e/support/client.ts';
import { beginRequest, postFrom } from '../e2e/support/from-address.ts';
import { details } from '../e2e/support/journey.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { assertThat } from './support.ts';

const UPLOADS = 300;
const FILE_BYTES = 20 * 1024 * 1024;
const TRIES = 3;
const LOGINS = 260;
const FLOOD_MS = 12_000;
/** Most times that a sign-in may take longer in a flood. Behind all of its hashes it would take 130 times as long. */
const MAX_SIGN_IN_RATIO = 60;
const GUESSES = 304;
const SILENT = 300;
const CLOSED_WITHIN_MS = 20_000;

const median = (numbers: number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
const p95 = (numbers: number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.ceil(numbers.length * 0.95) - 1] ?? 0;

/** A unique, uncompressed ZIP of FILE_BYTES random bytes. */
async function largeZip(): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  zip.addBuffer(randomBytes(FILE_BYTES), 'fonte.bin', { compress: false });
  zip.end();
  return buffer(zip.outputStream);
}

const newRegistration = async (client: Client): Promise<string> =>
  (await client.post<{ id: string }>('/api/registrations', details, { 'idempotency-key': randomUUID() })).id;

/** Uploads and downloads a file. @returns ms of each */
async function transfer(client: Client, id: string): Promise<{ up: number; down: number }> {
  const bytes = await largeZip();
  const startedAt = performance.now();
  await client.ok(`/api/registrations/${id}/upload`, {
    method: 'POST',
    raw: { bytes, type: 'application/zip' },
    headers: { 'x-file-name': 'fonte.zip' },
  });
  const up = performance.now();
  const response = await client.send(`/api/registrations/${id}/download`);
  assertThat(response.bytes.equals(bytes), 'the download is not what was uploaded');
  return { up: up - startedAt, down: performance.now() - up };
}

async function transfers(client: Client, id: string): Promise<{ up: number; down: number }> {
  const all: { up: number; down: number }[] = [];
  for (let n = 0; n < TRIES; n++) all.push(await transfer(client, id));
  return { up: median(all.map(({ up }) => up)), down: median(all.map(({ down }) => down)) };
}

/** While one account holds hundreds of slow uploads, another account's transfer may take at most twice as long. */
async function drippingUploads({ url }: Fleet): Promise<void> {
  const { client: victim } = await signUp(url);
  const { client: attacker } = await signUp(url);
  const id = await newRegistration(victim);
  await transfers(victim, id);
  const before = await transfers(victim, id);
  const target = await newRegistration(attacker);
  const head = [
    `POST /api/registrations/${target}/upload HTTP/1.1`,
    `Cookie: ${attacker.cookie}`,
    'Content-Type: application/zip',
    'X-File-Name: a.zip',
    'Content-Length: 400000000',
  ];
  const zip = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(100)]);
  const sockets = await Promise.all(Array.from({ length: UPLOADS }, () => beginRequest(url, head, zip)));
  const drip = setInterval(() => {
    for (const one of sockets) if (one.writable) one.write('x');
  }, 4_000);
  await delay(1_000);
  const during = await transfers(victim, id);
  clearInterval(drip);
  const open = sockets.filter((one) => !one.destroyed && !one.readableEnded).length;
  for (const one of sockets) one.destroy();
  const ratio = { up: during.up / before.up, down: during.down / before.down };
  console.log(
    `${UPLOADS} dripping uploads of one account (${open} of them still open): another's ${FILE_BYTES / 1024 / 1024} MB went up in ` +
      `${during.up.toFixed(0)} ms (${ratio.up.toFixed(2)} ×) and down in ${during.down.toFixed(0)} ms (${ratio.down.toFixed(2)} ×)`,
  );
  assertThat(ratio.up <= 2 && ratio.down <= 2, 'another account’s transfer took more than twice its time');
}

const signIn = (url: string, who: { email: string; password: string }, address: string) =>
  postFrom(address, url, '/api/login', who);

/** While one account floods sign-in with its right password, accounts at other addresses still sign in. */
async function signInFlood({ url }: Fleet): Promise<void> {
  const attacker = await signUp(url);
  const own = { email: attacker.user.email, password: attacker.password };
  const signInElsewhere = async (): Promise<number> => {
    const { status, ms } = await signIn(url, demoAccounts.operator, '127.0.0.151');
    assertThat(status === 200, `another caller was answered ${status}`);
    return ms;
  };
  const quiet: number[] = [];
  for (let n = 0; n < TRIES; n++) quiet.push(await signInElsewhere());
  const statuses = new Map<number, number>();
  const end = Date.now() + FLOOD_MS;
  const flood = Promise.all(
    Array.from({ length: LOGINS }, async () => {
      while (Date.now() < end) {
        const { status } = await signIn(url, own, '127.0.0.150');
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }),
  );
  await delay(1_000);
  const times: number[] = [];
  while (Date.now() < end) {
    times.push(await signInElsewhere());
    await delay(250);
  }
  await flood;
  const counts = [...statuses].map(([status, n]) => `${n} × ${status}`).join(', ');
  const ratio = p95(times) / median(quiet);
  console.log(
    `${LOGINS} connections signing in with one right password for ${FLOOD_MS / 1000} s (${counts}): ` +
      `${times.length} sign-ins from another address, p95 ${p95(times).toFixed(0)} ms, ${ratio.toFixed(1)} × of before`,
  );
  assertThat(ratio <= MAX_SIGN_IN_RATIO, 'another address signed in too slowly');
}

/**
 * After hundreds of wrong passwords from an address, only accounts that signed in from it before can still
 * sign in from it.
 */
async function guesses({ url }: Fleet): Promise<void> {
  const address = '127.0.0.152';
  assertThat((await signIn(url, demoAccounts.admin, address)).status === 200, 'the first sign-in failed');
  const statuses = new Map<number, number>();
  for (let n = 0; n < GUESSES; n++) {
    const { status } = await signIn(url, { email: `ninguem-${n}@example.com`, password: 'errada' }, address);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  const known = await signIn(url, demoAccounts.admin, address);
  const stranger = await signIn(url, demoAccounts.operator, address);
  const counts = [...statuses].map(([status, n]) => `${n} × ${status}`).join(', ');
  console.log(
    `${GUESSES} wrong guesses from one address (${counts}): an account that had signed in from there: ${known.status}, ` +
      `another: ${stranger.status}`,
  );
  assertThat(known.status === 200, 'an account known at that address was locked out');
  assertThat(stranger.status === 429, 'guessing from that address goes on');
}

async function silentBodies({ url }: Fleet, webhookUrl: string): Promise<void> {
  const body = Buffer.from('{');
  const each = (target: string, path: string) =>
    Promise.all(
      Array.from({ length: SILENT / 2 }, () =>
        beginRequest(
          target,
          [`POST ${path} HTTP/1.1`, 'Content-Type: application/json', 'Content-Length: 1000'],
          body,
        ),
      ),
    );
  const begun = performance.now();
  const sockets = [...(await each(url, '/api/login')), ...(await each(webhookUrl, '/webhooks/stripe'))];
  const closed: number[] = [];
  await Promise.race([
    Promise.all(
      sockets.map(async (one) => {
        one.resume();
        if (!one.destroyed) await new Promise<void>((resolve) => one.once('close', () => resolve()));
        closed.push(performance.now() - begun);
      }),
    ),
    delay(CLOSED_WITHIN_MS + 10_000),
  ]);
  const within = closed.filter((ms) => ms <= CLOSED_WITHIN_MS).length;
  for (const one of sockets) one.destroy();
  console.log(
    `${sockets.length} silent bodies, half of them at the webhook port: ${within} closed within ` +
      `${CLOSED_WITHIN_MS / 1000} s, the last after ${(Math.max(...closed) / 1000).toFixed(1)} s`,
  );
  assertThat(within === sockets.length, 'silent bodies stay open');
}

export async function floods(): Promise<void> {
  const fleet = await startFleet();
  try {
    await drippingUploads(fleet);
    await signInFlood(fleet);
    await guesses(fleet);
    await silentBodies(fleet, fleet.webhookUrl);
    fleet.allAlive();
  } finally {
    await fleet.stop();
  }
}

if (import.meta.main) await floods();
