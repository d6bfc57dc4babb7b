import { eventually } from '@g2/kit/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sha256Hex } from '../src/domain/sha256.ts';
import { throttled } from '../src/metrics.ts';
import { mailsTo, tokenTo } from './mailbox.ts';
import {
  logIn,
  newEmail,
  newPerson,
  newUnprovenPerson,
  outcomeOf,
  PASSWORD,
  testServiceForFile,
} from './world.ts';

const world = await testServiceForFile({
  LOGIN_FAILURES: '5',
  LOGIN_FAILURES_PER_ADDRESS: '6',
  LOGIN_FAILURES_PER_ACCOUNT: '8',
  LOGIN_ATTEMPTS_PER_MINUTE: '12',
  LOGIN_ATTEMPTS_PER_ADDRESS: '25',
});
afterEach(() => {
  world.now.value = undefined;
});

let used = 0;
const newAddress = (): string => `198.18.${++used}.1`;
const signIn = (email: string, address: string, password = PASSWORD) =>
  outcomeOf(logIn(world, email, password, address));
const guess = (email: string, address: string) => signIn(email, address, 'errada');
const refusals = async (kind: string): Promise<number> =>
  (await throttled.get()).values.find((one) => one.labels.kind === kind)?.value ?? 0;

const PAUSED = 'Muitas senhas erradas na sua conta';
/** Wait for a sign-in from an unknown network, seconds. */
const retryAfter = (email: string): Promise<number> =>
  logIn(world, email, PASSWORD, newAddress()).then(
    () => 0,
    ({ detail }: { detail: { retryAfter?: number } }) => detail.retryAfter ?? 0,
  );
/** Ends the wait of an account. */
const endPause = (email: string) =>
  world.db.query("DELETE FROM rate_limits WHERE key = 'pause:' || $1", [sha256Hex(email.toLowerCase())]);

/** Reaches the limit of wrong passwords from an IP address, with unknown accounts. */
async function exhaustAddress(address: string): Promise<void> {
  for (let i = 0; i < 6; i++) expect(await guess(newEmail(), address)).toBe('wrong-credentials');
}

describe('wrong passwords from one IP address', () => {
  it('are limited across all accounts', async () => {
    const address = newAddress();
    const { email } = await newPerson(world);
    const before = await refusals('wrong-address');
    await exhaustAddress(address);
    expect(await guess(newEmail(), address)).toBe('too-many-requests');
    expect(await signIn(email, address)).toBe('too-many-requests');
    expect(await signIn(email, newAddress())).toBe('in');
    expect(await refusals('wrong-address')).toBe(before + 2);
  });

  it('do not lock out accounts that recently signed in from there', async () => {
    const address = newAddress();
    const { email } = await newPerson(world);
    expect(await signIn(email, address)).toBe('in');
    await exhaustAddress(address);
    expect(await guess(newEmail(), address)).toBe('too-many-requests');
    expect(await signIn(email, address)).toBe('in');
  });

  it('are counted per IPv6 network and per IPv4 address in any notation', async () => {
    for (let i = 0; i < 6; i++) await guess(newEmail(), `2001:db8:7:1::${i + 1}`);
    expect(await guess(newEmail(), '2001:db8:7:1:ffff::9')).toBe('too-many-requests');
    expect(await guess(newEmail(), '2001:db8:7:2::1')).toBe('wrong-credentials');
    const address = newAddress();
    await exhaustAddress(address);
    expect(await guess(newEmail(), `::ffff:${address}`)).toBe('too-many-requests');
  });
});

describe('wrong passwords for one account', () => {
  it('from many IP addresses make strangers wait but not the owner at a known address', async () => {
    const home = newAddress();
    const { email } = await newPerson(world, 'client', newEmail(), home);
    for (let i = 0; i < 8; i++) expect(await guess(email, newAddress())).toBe('wrong-credentials');
    expect(await guess(email, newAddress())).toBe('too-many-requests');
    expect(await signIn(email, newAddress())).toBe('too-many-requests');
    expect(await signIn(email.toUpperCase(), home)).toBe('in');
  });

  it('make strangers wait longer each time, up to five minutes', async () => {
    await world.restart({ LOGIN_ATTEMPTS_PER_MINUTE: '100' });
    const { email } = await newPerson(world);
    for (let i = 0; i < 8; i++) expect(await guess(email, newAddress())).toBe('wrong-credentials');
    const waits: number[] = [];
    for (let i = 0; i < 6; i++) {
      waits.push(await retryAfter(email));
      await endPause(email);
      expect(await guess(email, newAddress())).toBe('wrong-credentials');
    }
    // Each read takes time, so a wait may be a few seconds shorter.
    const elapsed = [30, 60, 120, 240, 300, 300].map((full, at) => full - (waits[at] ?? 0));
    expect(elapsed.filter((seconds) => seconds < 0 || seconds > 10)).toEqual([]);
    await endPause(email);
    expect(await signIn(email, newAddress())).toBe('in');
    await world.restart();
  });

  it('cause one mail to the owner, with a link that allows a sign-in from a new network', async () => {
    const { email, id } = await newPerson(world);
    for (let i = 0; i < 8; i++) await guess(email, newAddress());
    const token = await tokenTo(world, email, PAUSED);
    const hotel = newAddress();
    const open = (given: string, clientAddress: string) =>
      outcomeOf(world.rpc.allowSignIn({ token: given, clientAddress }));
    expect(await signIn(email, hotel)).toBe('too-many-requests');
    expect(await open(token, hotel)).toBe('in');
    expect(await guess(email, hotel)).toBe('wrong-credentials');
    expect(await signIn(email, hotel)).toBe('in');
    expect(await signIn(email, newAddress())).toBe('too-many-requests');
    expect(await open(token, newAddress())).toBe('token-invalid');
    await endPause(email);
    await guess(email, newAddress());
    // The loop handles requests in order: after the mail to another account, earlier requests are done.
    const other = await newPerson(world);
    for (let i = 0; i < 8; i++) await guess(other.email, newAddress());
    await tokenTo(world, other.email, PAUSED);
    const paused = (await mailsTo(world, email)).filter(({ subject }) => subject === PAUSED);
    expect(paused).toHaveLength(1);
    const acts = await world.db.query(
      "SELECT action FROM audit WHERE subject_id = $1 AND action = 'sign-in-allowed'",
      [id],
    );
    expect(acts.rowCount).toBe(1);
  });

  it('cause no mail to unproven or unknown e-mail addresses', async () => {
    const [stranger, unproven] = [newEmail(), (await newUnprovenPerson(world)).email];
    for (const email of [stranger, unproven]) {
      for (let i = 0; i < 8; i++) expect(await guess(email, newAddress())).toBe('wrong-credentials');
      expect(await retryAfter(email)).toBe(30);
    }
    await eventually('both were looked at', async () => {
      const { rowCount } = await world.db.query('SELECT FROM sign_in_requests');
      return rowCount === 0;
    });
    const { rows } = await world.db.query('SELECT recipient FROM outgoing_emails WHERE subject = $1', [
      PAUSED,
    ]);
    expect(rows.map(({ recipient }) => recipient)).not.toContain(stranger);
    expect(rows.map(({ recipient }) => recipient)).not.toContain(unproven);
  });

  it('are limited in the same way for an e-mail address without an account', async () => {
    const email = newEmail();
    for (let i = 0; i < 8; i++) expect(await guess(email, newAddress())).toBe('wrong-credentials');
    expect(await guess(email, newAddress())).toBe('too-many-requests');
  });

  it('are also limited at an IP address known to the account', async () => {
    const home = newAddress();
    const { email } = await newPerson(world, 'client', newEmail(), home);
    for (let i = 0; i < 5; i++) expect(await guess(email, home)).toBe('wrong-credentials');
    expect(await signIn(email, home)).toBe('too-many-requests');
  });

  it('do not block the account where it signed in within the last ninety days', async () => {
    const home = newAddress();
    const { email, id } = await newPerson(world, 'client', newEmail(), home);
    await exhaustAddress(home);
    world.now.value = new Date(Date.now() + 89 * 86_400_000);
    expect(await signIn(email, home)).toBe('in');
    world.now.value = new Date(Date.now() + 180 * 86_400_000);
    expect(await signIn(email, home)).toBe('too-many-requests');
    expect(await signIn((await newPerson(world)).email, home)).toBe('too-many-requests');
    const { rows } = await world.db.query('SELECT * FROM known_addresses WHERE user_id = $1', [id]);
    expect(JSON.stringify(rows)).not.toContain(home);
  });
});

describe('sign-in attempts', () => {
  // A low limit is reached within the minute on a slow machine too.
  beforeAll(() => world.restart({ LOGIN_ATTEMPTS_PER_MINUTE: '4' }));
  afterAll(() => world.restart());

  it('are limited per account and minute, over all IP addresses, successful ones included', async () => {
    const { email } = await newPerson(world);
    for (let i = 0; i < 4; i++) expect(await signIn(email, newAddress())).toBe('in');
    expect(await signIn(email, newAddress())).toBe('too-many-requests');
  });

  it('from a known network have a separate limit, also concurrently', async () => {
    const home = newAddress();
    const { email } = await newPerson(world, 'client', newEmail(), home);
    const strangers = Array.from({ length: 8 }, () => guess(email, newAddress()));
    expect(await Promise.all(strangers)).toContain('too-many-requests');
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => signIn(email, home)));
    expect(outcomes.filter((outcome) => outcome === 'in')).toHaveLength(4);
  });

  it('[cheap-refusal] beyond the limit are refused without a database query until the minute ends', async () => {
    const { email } = await newPerson(world);
    const counted = async () =>
      (
        await world.db.query<{ n: string }>(
          "SELECT sum(points)::text AS n FROM rate_limits WHERE key LIKE 'try:%'",
        )
      ).rows[0]?.n;
    for (let i = 0; i < 5; i++) await signIn(email, newAddress());
    const before = await counted();
    for (let i = 0; i < 5; i++) expect(await signIn(email, newAddress())).toBe('too-many-requests');
    expect(await counted()).toBe(before);
  });

  it('are limited per IP address, except for accounts that recently signed in from there', async () => {
    const address = newAddress();
    const known = await newPerson(world, 'client', newEmail(), address);
    const before = await refusals('address');
    await world.restart({ LOGIN_FAILURES_PER_ADDRESS: '1000' });
    const many = Array.from({ length: 26 }, () => newEmail());
    for (const email of many.slice(0, 25)) expect(await guess(email, address)).toBe('wrong-credentials');
    expect(await guess(many[25] ?? '', address)).toBe('too-many-requests');
    expect(await refusals('address')).toBe(before + 1);
    expect(await signIn(known.email, address)).toBe('in');
    await world.restart();
  });
});

describe('sign-ups', () => {
  const signUp = (clientAddress: string) => outcomeOf(newPerson(world, 'client', newEmail(), clientAddress));

  it('are limited per client network and hour', async () => {
    await world.restart({ SIGN_UP_PER_HOUR: '3' });
    const address = newAddress();
    for (let i = 0; i < 3; i++) expect(await signUp(address)).toBe('in');
    expect(await signUp(`::ffff:${address}`)).toBe('too-many-requests');
    expect(await signUp(newAddress())).toBe('in');
    for (let i = 0; i < 3; i++) expect(await signUp(`2001:db8:8:1::${i + 1}`)).toBe('in');
    expect(await signUp('2001:db8:8:1::99')).toBe('too-many-requests');
    await world.restart();
  });
});

describe('a flood of sign-ins from one IP address', () => {
  it('is refused and does not delay sign-ins from other IP addresses', async () => {
    await world.restart({ LOGIN_ATTEMPTS_PER_ADDRESS: '1000000', LOGIN_FAILURES_PER_ADDRESS: '1000000' });
    const { email } = await newPerson(world);
    const flood = newAddress();
    const guesses = Promise.all(Array.from({ length: 300 }, () => guess(newEmail(), flood)));
    expect(await signIn(email, newAddress())).toBe('in');
    const outcomes = await guesses;
    expect(outcomes.filter((outcome) => outcome === 'too-many-requests').length).toBeGreaterThan(200);
    // The code is not `unavailable`: the flood exhausts only its own share of the hash queue.
    expect(new Set(outcomes)).toEqual(new Set(['wrong-credentials', 'too-many-requests']));
  });
});
