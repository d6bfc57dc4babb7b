import { loadConfig } from '@g2/kit/env';
import { newId } from '@g2/kit/ids';
import { afterEach, describe, expect, it } from 'vitest';
import { config } from '../src/config.ts';
import { signInProven } from '../src/store/provider-sign-in.ts';
import { openStore } from '../src/store.ts';
import {
  ADDRESS,
  check,
  checkReadOnly,
  logIn,
  newEmail,
  newPerson,
  outcomeOf,
  PASSWORD,
  testServiceForFile,
  UNAUTHENTICATED,
  watchEvents,
} from './world.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const world = await testServiceForFile();
const events = await watchEvents(world);
afterEach(() => {
  world.now.value = undefined;
});

const endOf = ({ expiresAt }: { expiresAt?: Date | undefined }): number => expiresAt?.getTime() ?? 0;
const travelTo = (time: number) => {
  world.now.value = new Date(time);
};

describe('a session', () => {
  it('[session-expires] of a client ends seven days after its last use, at the reported time', async () => {
    const { sessionToken, expiresAt } = await newPerson(world);
    const used = endOf({ expiresAt }) - 1_000;
    travelTo(used);
    const renewed = await check(world, sessionToken);
    expect(endOf(renewed)).toBe(used + 7 * DAY_MS);
    travelTo(used + 7 * DAY_MS - 1);
    expect(endOf(await checkReadOnly(world, sessionToken))).toBe(endOf(renewed));
    travelTo(used + 7 * DAY_MS);
    await expect(check(world, sessionToken)).rejects.toMatchObject(UNAUTHENTICATED);
  });

  it('of a client who becomes staff continues with the shorter limits of staff', async () => {
    const admin = await newPerson(world, 'admin');
    const person = await newPerson(world);
    const unused = await logIn(world, person.email);
    await world.rpc.changeRole({ id: person.id, role: 'operator' }, { token: admin.token });
    const reportedEnd = endOf(await checkReadOnly(world, person.sessionToken));
    expect(reportedEnd).toBeLessThan(endOf(person) - 6 * DAY_MS);
    travelTo(reportedEnd);
    await expect(check(world, person.sessionToken)).rejects.toMatchObject(UNAUTHENTICATED);
    // A session has the limits of staff too if it was not checked since the change of role.
    await expect(check(world, unused.sessionToken)).rejects.toMatchObject(UNAUTHENTICATED);
  });
});

describe('a sign-in', () => {
  it('by any method ends the previous session of the browser, also of another account', async () => {
    const [one, two, three] = [await newPerson(world), await newPerson(world), await newPerson(world)];
    await logIn(world, two.email, PASSWORD, ADDRESS, one.sessionToken);
    await expect(check(world, one.sessionToken)).rejects.toMatchObject(UNAUTHENTICATED);
    await events.about('identity.sessions_revoked', one.id, { sessionId: one.sessionId });

    const names = { firstName: 'Ana', lastName: 'Souza', clientAddress: ADDRESS };
    const presentedSession = two.sessionToken;
    await world.rpc.signUp({ ...names, email: newEmail(), password: PASSWORD, presentedSession });
    await expect(check(world, two.sessionToken)).rejects.toMatchObject(UNAUTHENTICATED);

    const db = openStore(loadConfig(config, world.env));
    const person = {
      provider: 'oidc',
      issuer: 'i',
      subject: newId(),
      email: newEmail(),
      firstName: 'Lia',
      lastName: 'Prado',
    };
    const context = {
      now: new Date(),
      publicUrl: 'http://localhost',
      newId,
      presented: three.sessionToken,
      network: '',
    };
    await signInProven(db, { ...person, pictureUrl: null }, context);
    await db.close();
    await expect(check(world, three.sessionToken)).rejects.toMatchObject(UNAUTHENTICATED);
  });

  it('with a wrong password ends no session', async () => {
    const { email, sessionToken } = await newPerson(world);
    const refused = logIn(world, email, 'errada', ADDRESS, sessionToken);
    await expect(refused).rejects.toMatchObject({ code: 'wrong-credentials' });
    expect((await check(world, sessionToken)).user?.email).toBe(email);
  });

  it('beyond twenty sessions ends the least recently used session, with an event', async () => {
    const person = await newPerson(world);
    const startedAt = Date.now();
    const tokens = [person.sessionToken];
    for (let i = 1; i < 20; i++) {
      travelTo(startedAt + i * 1_000);
      tokens.push((await logIn(world, person.email)).sessionToken);
    }
    // The first session is used again two days later, so the second one is the least recently used.
    travelTo(startedAt + 2 * DAY_MS);
    await check(world, tokens[0] ?? '');
    tokens.push((await logIn(world, person.email)).sessionToken);
    const alive = await Promise.all(tokens.map((token) => outcomeOf(checkReadOnly(world, token))));
    expect(alive.map((outcome) => outcome === 'in')).toEqual(tokens.map((_, i) => i !== 1));
    const ended = await events.about('identity.sessions_revoked', person.id);
    expect(ended.data.sessionId).toMatch(/^[0-9a-f]{64}$/);
  });

  it('repeated thirty times concurrently leaves twenty sessions', async () => {
    const { email, id } = await newPerson(world);
    const addresses = Array.from({ length: 30 }, (_, i) => `192.0.2.${i}`);
    await Promise.all(addresses.map((address) => logIn(world, email, PASSWORD, address)));
    const { rowCount } = await world.db.query('SELECT 1 FROM sessions WHERE user_id = $1', [id]);
    expect(rowCount).toBe(20);
  });
});
