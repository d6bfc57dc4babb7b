import { newId } from '@g2/kit/ids';
import { eventually } from '@g2/kit/testing';
import { facts } from '@g2/proto/facts';
import type { ActName } from '@g2/terms/acts';
import { expect, it } from 'vitest';
import { openMailbox } from './mailbox.ts';
import { asking, chained, walked } from './trail.ts';
import { check, logIn, newPerson, outcomeOf, ownWorld, PASSWORD, type Person } from './world.ts';

const MANY = '100000';
const world = await ownWorld({
  LOGIN_FAILURES: MANY,
  LOGIN_FAILURES_PER_ADDRESS: MANY,
  LOGIN_FAILURES_PER_ACCOUNT: MANY,
  LOGIN_ATTEMPTS_PER_MINUTE: MANY,
  LOGIN_ATTEMPTS_PER_ADDRESS: MANY,
  SIGN_UP_PER_HOUR: MANY,
});
const mailbox = await openMailbox(world);

const ACTS = 2_000;
/** How long an answer may take is not what is tested. */
const PATIENT = { deadlineMs: 25_000 };
/** Printed: set here, it makes the same day again. */
const SEED = Date.now() % 1_000_000;

/** A small generator with a seed (mulberry32): a day that failed can be had again. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What must be in the trail: action, who did it, to what, in which request. */
const expected: string[] = [];
const lineOf = (action: string, actorId: string | null, subjectId: string, requestId: string): string =>
  [action, actorId ?? '-', subjectId, requestId].join(' ');

type Held = Person & { sessionToken: string; password: string };

it('the trail of a random day: each act has exactly its entry, and the chain holds', {
  timeout: 900_000,
}, async () => {
  console.log(`seed of the day: ${SEED}`);
  const next = random(SEED);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T;
  const admin = await newPerson(world, 'admin');
  const people: Held[] = [];
  let token = { value: admin.token, at: Date.now() };
  const asAdmin = async () => {
    // A token lives a minute.
    if (Date.now() - token.at > 20_000) {
      const { actorTokens } = await check(world, admin.sessionToken);
      token = { value: actorTokens.identity ?? '', at: Date.now() };
    }
    return { token: token.value, ...PATIENT };
  };
  /** Does what is an act of these; in a request of its own. */
  const act = async (told: (requestId: string) => string[], call: () => Promise<unknown>): Promise<void> => {
    const requestId = newId();
    await asking(call, '203.0.113.7', requestId);
    expected.push(...told(requestId));
  };
  const onPerson =
    (action: ActName, by: string | null, { id }: { id: string }) =>
    (requestId: string) => [lineOf(action, by, id, requestId)];

  const moves: [weight: number, move: () => Promise<void>][] = [
    [
      10,
      async () => {
        const made = { person: undefined as Person | undefined };
        await act(
          (requestId) => [lineOf('sign-up', made.person?.id ?? '', made.person?.id ?? '', requestId)],
          async () => {
            made.person = await newPerson(world);
          },
        );
        if (made.person) people.push({ ...made.person, password: PASSWORD });
      },
    ],
    [
      25,
      async () => {
        const person = pick(people);
        await act(onPerson('sign-in', person.id, person), async () => {
          person.sessionToken = (await logIn(world, person.email, person.password)).sessionToken;
        });
      },
    ],
    [
      15,
      async () => {
        const person = pick(people);
        const { sessionToken } = person;
        const isOpen = (await outcomeOf(check(world, sessionToken))) === 'in';
        await act(isOpen ? onPerson('sign-out', person.id, person) : () => [], () =>
          world.rpc.logOut({ sessionToken }, PATIENT),
        );
      },
    ],
    [
      15,
      async () => {
        const person = pick(people);
        await act(onPerson('sign-in-refused', null, person), () =>
          outcomeOf(logIn(world, person.email, 'uma senha errada')),
        );
      },
    ],
    [
      5,
      () =>
        act(onPerson('sign-in-refused', null, { id: 'unknown' }), () =>
          outcomeOf(logIn(world, `ninguem.${newId()}@exemplo.com.br`, 'uma senha errada')),
        ),
    ],
    [
      10,
      async () => {
        const person = pick(people);
        const role = pick(['client', 'operator'] as const);
        const { role: before } = await world.rpc.getUser({ id: person.id }, await asAdmin());
        const options = await asAdmin();
        await act(before === role ? () => [] : onPerson('role-changed', admin.id, person), () =>
          world.rpc.changeRole({ id: person.id, role }, options),
        );
      },
    ],
    [
      6,
      async () => {
        const person = pick(people);
        const options = await asAdmin();
        await act(onPerson('account-deactivated', admin.id, person), () =>
          world.rpc.setActive({ id: person.id, isActive: false }, options),
        );
        await act(onPerson('account-reactivated', admin.id, person), () =>
          world.rpc.setActive({ id: person.id, isActive: true }, options),
        );
      },
    ],
    [
      6,
      async () => {
        const person = pick(people);
        const options = await asAdmin();
        await act(onPerson('account-edited', admin.id, person), () =>
          world.rpc.updateUser({ id: person.id, lastName: `Souza ${newId().slice(-8)}` }, options),
        );
      },
    ],
    [
      4,
      async () => {
        const person = pick(people);
        const options = await asAdmin();
        await act(onPerson('password-set', admin.id, person), async () => {
          await world.rpc.resetPassword({ id: person.id, newPassword: 'Outra-Senha-22' }, options);
          person.password = 'Outra-Senha-22';
        });
      },
    ],
    [
      3,
      async () => {
        if (people.length < 10) return;
        const [person] = people.splice(Math.floor(next() * people.length), 1);
        const options = await asAdmin();
        if (!person) return;
        await act(onPerson('account-deleted', admin.id, person), () =>
          world.rpc.deleteUser({ id: person.id }, options),
        );
      },
    ],
    [
      2,
      async () => {
        // What is refused is no act.
        const options = await asAdmin();
        await act(
          () => [],
          () => outcomeOf(world.rpc.changeRole({ id: admin.id, role: 'client' }, options)),
        );
      },
    ],
    [
      15,
      async () => {
        // What other services saw; some of it told more than once.
        const [subjectId, requestId, eventId] = [newId(), newId(), newId()];
        const [kind, action, subjectType] = pick([
          [facts.registrationAct, 'status-set', 'registration'],
          [facts.registrationAct, 'operator-assigned', 'registration'],
          [facts.paymentAct, 'credits-adjusted', 'user'],
          [facts.certificateAct, 'certificate-revoked', 'certificate'],
        ] as const);
        const told = {
          action,
          actorId: admin.id,
          subjectType,
          subjectId,
          address: '',
          requestId,
          detail: {},
        };
        const times = pick([1, 1, 2, 3]);
        for (let i = 0; i < times; i++) await mailbox.tell(kind, told, eventId);
        expected.push(lineOf(action, admin.id, subjectId, requestId));
      },
    ],
  ];
  const weights = moves.flatMap(([weight, move]) => Array.from({ length: weight }, () => move));
  for (let i = 0; i < 5; i++) await moves[0]?.[1]();
  while (expected.length < ACTS) await pick(weights)();

  const count = async () => {
    const { rows } = await world.db.query<{ n: string }>(
      "SELECT count(*) AS n FROM audit WHERE request_id <> ''",
    );
    return Number(rows[0]?.n);
  };
  await eventually('all were heard of', async () => (await count()) >= expected.length, 60_000);
  await chained(world.db);
  const { rows } = await world.db.query(
    "SELECT action, actor_id, subject_id, request_id FROM audit WHERE request_id <> ''",
  );
  const kept = rows.map((row) => lineOf(row.action, row.actor_id, row.subject_id, row.request_id));
  // The one sign-up of before the day began has a request of its own that nobody named.
  const made = kept.filter((line) => line.startsWith(`sign-up ${admin.id}`));
  expect(kept.filter((line) => !made.includes(line)).toSorted()).toEqual(expected.toSorted());
  const { head, faults } = await walked(world.db);
  expect(faults).toEqual([]);
  const { rows: all } = await world.db.query('SELECT count(*)::int AS n FROM audit');
  expect(head.position).toBe(all[0].n);
});
