import { newId } from '@g2/kit/ids';
import { eventually } from '@g2/kit/testing';
import { describe, expect, it } from 'vitest';
import { mailsTo } from './mailbox.ts';
import { newcomer, newEmail, newPerson, outcomeOf, ownWorld, PASSWORD, type Person } from './world.ts';

const SUPPORT = 'atendimento@exemplo.com.br';
const world = await ownWorld({
  SUPPORT_EMAIL: SUPPORT,
  CONTACTS_PER_ACCOUNT: '4',
  CONTACTS_PER_ADDRESS: '3',
});

const ALL = { page: { page: 1, limit: 10 }, unread: false };
const SAID = { subject: 'Não consigo entrar', message: 'Perdi o meu celular.\n\nE agora?' };
let networks = 0;
const somewhere = () => `198.51.100.${++networks}`;

const write = (email: string, more: object = {}, options = {}) =>
  world.rpc.openContact({ name: 'Rui', email, ...SAID, clientAddress: somewhere(), ...more }, options);
const writeAs = ({ token }: Person, more: object = {}, idempotencyKey?: string) =>
  write('', { name: '', ...more }, { token, idempotencyKey });
const arrived = (to: string, subject: string | RegExp) =>
  eventually(`mail "${subject}"`, async () =>
    (await mailsTo(world, to)).find((one) => one.subject.match(subject) !== null),
  );
const list = (token: string, more: object = {}) =>
  world.rpc.listContacts({ page: { page: 1, limit: 100 }, search: '', state: '', mine: false, ...more }, { token });
const numbersOf = async (token: string, more: object = {}) =>
  (await list(token, more)).items.map(({ number }) => number);

describe('what somebody writes who is not signed in', () => {
  it('has a number, is mailed to the staff, and confirmed without a word of theirs, once a day', async () => {
    const email = newEmail();
    const message = 'Compre em https://golpe.example agora mesmo';
    const { number } = await write(email, { name: 'Ganhe R$ 1.000', subject: 'PROMOÇÃO', message });
    expect(number).toMatch(/^AT-\d{4}-\d{6}$/);
    const { text } = await arrived(email, number);
    expect(text).not.toMatch(/golpe|PROMO|Ganhe|1\.000/);
    const { text: told } = await arrived(SUPPORT, `Novo atendimento ${number}`);
    expect(told).toContain(`> ${message}`);
    expect(told).toContain(`/operator/atendimentos/${number}`);
    const { number: second } = await write(email.toUpperCase());
    await arrived(SUPPORT, `Novo atendimento ${second}`);
    expect((await mailsTo(world, email)).map(({ subject }) => subject)).toEqual([
      `Recebemos um pedido de atendimento: ${number}`,
    ]);
    expect(await mailsTo(world, email.toUpperCase())).toEqual([]);
  });

  it('is alike for the address of an account, which it is not tied to', async () => {
    const person = await newPerson(world);
    const operator = await newPerson(world, 'operator');
    const { number } = await write(person.email);
    const { text } = await arrived(person.email, number);
    expect(text).not.toContain('celular');
    const found = await world.rpc.getContact({ number }, { token: operator.token });
    expect(found).toMatchObject({ emailProven: false, email: person.email });
    expect(found.userId).toBeUndefined();
    expect((await world.rpc.listOwnContacts(ALL, { token: person.token })).total).toBe(0);
  });

  it('is limited by where it comes from, and checked', async () => {
    const clientAddress = somewhere();
    for (let n = 0; n < 3; n++) await write(newEmail(), { clientAddress });
    expect(await outcomeOf(write(newEmail(), { clientAddress }))).toBe('too-many-requests');
    expect(await outcomeOf(write('nenhum'))).toBe('invalid-input');
    expect(await outcomeOf(write(newEmail(), { name: ' ' }))).toBe('invalid-input');
    expect(await outcomeOf(write(newEmail(), { message: 'curta' }))).toBe('invalid-input');
    expect(await outcomeOf(write(newEmail(), { message: 'x'.repeat(4_001) }))).toBe('invalid-input');
    expect(await outcomeOf(write(newEmail(), { registrationId: newId() }))).toBe('invalid-input');
  });
});

describe('what an account writes', () => {
  it('has its name and address, comes back to it, and is limited', async () => {
    const person = await newPerson(world);
    const { number } = await writeAs(person, { name: 'Outro Nome', email: newEmail() });
    const { text } = await arrived(person.email, number);
    expect(text).toContain('> Perdi o meu celular.\n>\n> E agora?');
    const own = await world.rpc.listOwnContacts(ALL, { token: person.token });
    expect(own.items).toMatchObject([
      { number, name: 'Maria da Silva', email: person.email, emailProven: true, isOpen: true, answers: [] },
    ]);
    for (let n = 0; n < 3; n++) await writeAs(person);
    expect(await outcomeOf(writeAs(person))).toBe('too-many-requests');
  });

  it('waits for the proof of its address where that is missing', async () => {
    const person = await newcomer(world);
    const { number } = await writeAs(person);
    await arrived(SUPPORT, `Novo atendimento ${number}`);
    const { rows } = await world.db.query('SELECT held FROM outgoing_emails WHERE dedupe_key = $1', [
      `contact:${number}`,
    ]);
    expect(rows).toEqual([{ held: true }]);
  });

  it('may name a registration of its own, and no other', async () => {
    const person = await newPerson(world);
    const registrationId = newId();
    expect(await outcomeOf(writeAs(person, { registrationId }))).toBe('invalid-input');
    world.peers.owned.add(`${registrationId} ${person.id}`);
    const { number } = await writeAs(person, { registrationId });
    const { items } = await world.rpc.listOwnContacts(ALL, { token: person.token });
    expect(items).toMatchObject([{ number, registrationId }]);
  });

  it('is written once per key, from wherever it is asked again; and numbers have no gaps', async () => {
    const person = await newPerson(world);
    const key = newId();
    const asked = await Promise.all([writeAs(person, {}, key), writeAs(person, {}, key)]);
    expect(new Set(asked.map(({ number }) => number)).size).toBe(1);
    expect(await outcomeOf(writeAs(person, { subject: 'Outro' }, key))).toBe('idempotency-mismatch');
    const many = await Promise.all(Array.from({ length: 5 }, () => write(newEmail())));
    const { rows } = await world.db.query('SELECT number FROM contacts ORDER BY number');
    expect(new Set(many.map(({ number }) => number)).size).toBe(5);
    expect(rows.map((row) => Number(row.number.slice(8)))).toEqual(rows.map((_, at) => at + 1));
  });
});

describe('the staff', () => {
  const operators = Promise.all([newPerson(world, 'operator'), newPerson(world, 'admin')]);
  const as = async (which: 0 | 1 = 0) => ({ token: (await operators)[which].token });

  it('answer by mail; of two at once the second is refused, and nothing of theirs is kept or sent', async () => {
    const person = await newPerson(world);
    const { number } = await writeAs(person);
    const answers = await Promise.allSettled([
      world.rpc.answerContact({ number, version: 1, text: 'Vamos ajudar.', close: false }, await as()),
      world.rpc.answerContact({ number, version: 1, text: 'Vamos ajudar!', close: true }, await as(1)),
    ]);
    const failed = answers.filter((one) => one.status === 'rejected').map(({ reason }) => reason.code);
    expect(failed).toEqual(['conflict']);
    const now = await world.rpc.getContact({ number }, await as());
    expect(now.answers).toHaveLength(1);
    expect(now.version).toBe(2);
    const { text } = await arrived(person.email, `Resposta ao seu atendimento ${number}`);
    expect(text).toContain(`> ${now.answers[0]?.text}`);
    const { rows } = await world.db.query(
      "SELECT count(*)::int AS n FROM outgoing_emails WHERE dedupe_key LIKE 'contact-answer:%' AND recipient = $1",
      [person.email],
    );
    expect(rows).toEqual([{ n: 1 }]);
    const own = await world.rpc.listOwnContacts(ALL, { token: person.token });
    expect(own.items[0]?.answers[0]).toMatchObject({ text: now.answers[0]?.text, authorId: undefined });
  });

  it('answer a visitor with their own words alone, once per key', async () => {
    const email = newEmail();
    const { number } = await write(email);
    const key = { ...(await as()), idempotencyKey: newId() };
    const asked = { number, version: 1, text: 'Use um código de recuperação.', close: true };
    const first = await world.rpc.answerContact(asked, key);
    expect(await world.rpc.answerContact(asked, key)).toEqual(first);
    expect(first).toMatchObject({ isOpen: false, version: 2, answerCount: 1 });
    const { text } = await arrived(email, `Resposta ao atendimento ${number}`);
    expect(text).toContain('> Use um código');
    expect(text).not.toMatch(/celular|Não consigo/);
  });

  it('close and open again, each with the version seen and in the trail', async () => {
    const { number } = await write(newEmail());
    const change = async (rpc: 'closeContact' | 'reopenContact', version: number) =>
      world.rpc[rpc]({ number, version }, await as());
    expect(await outcomeOf(change('reopenContact', 1))).toBe('conflict');
    expect(await change('closeContact', 1)).toMatchObject({
      isOpen: false,
      closedBy: (await operators)[0].id,
    });
    expect(await outcomeOf(change('closeContact', 1))).toBe('conflict');
    expect(await outcomeOf(change('closeContact', 2))).toBe('conflict');
    const reopened = await world.rpc.reopenContact({ number, version: 2 }, await as());
    expect(reopened).toMatchObject({ isOpen: true, closedAt: undefined, version: 3 });
    await world.rpc.closeContact({ number, version: 3 }, await as());
    const { rows } = await world.db.query(
      "SELECT action FROM audit WHERE subject_type = 'contact' AND subject_id = $1 ORDER BY at, id",
      [number],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'contact-closed',
      'contact-reopened',
      'contact-closed',
    ]);
  });

  it('list open ones first, the oldest first, and search whatever the accents', async () => {
    const { token } = await as();
    const email = newEmail();
    const a = (await write(email, { name: 'Zoé Araújo' })).number;
    const b = (await write(newEmail(), { name: 'Zoe Araujo' })).number;
    await world.rpc.closeContact({ number: a, version: 1 }, { token });
    const search = 'ZOE araujo';
    expect(await numbersOf(token, { search })).toEqual([b, a]);
    expect(await numbersOf(token, { search, state: 'open' })).toEqual([b]);
    expect(await numbersOf(token, { search, state: 'closed' })).toEqual([a]);
    expect(await numbersOf(token, { search: email })).toEqual([a]);
    expect(await numbersOf(token, { search: b })).toEqual([b]);
    expect(await outcomeOf(list(token, { page: { page: 200, limit: 100 } }))).toBe('invalid-input');
  });

  it('alone read them', async () => {
    const person = await newPerson(world);
    const { number } = await writeAs(person);
    for (const asked of [
      list(person.token),
      world.rpc.getContact({ number }, { token: person.token }),
      world.rpc.answerContact({ number, version: 1, text: 'x', close: false }, { token: person.token }),
    ])
      expect(await outcomeOf(asked)).toBe('forbidden');
    for (const none of ['AT-2026-999999', 'AT-2026-0', '', "AT-2026-000001\u0000' OR ''='"])
      expect(await outcomeOf(world.rpc.getContact({ number: none }, await as()))).toBe('not-found');
  });
});

it('goes with the account that wrote it, and after its time', async () => {
  const person = await newPerson(world);
  const { number } = await writeAs(person, {}, newId());
  const old = (await write(newEmail())).number;
  await world.db.query("UPDATE contacts SET changed_at = now() - interval '731 days' WHERE number = $1", [
    old,
  ]);
  await world.rpc.deleteOwnAccount({ currentPassword: PASSWORD }, { token: person.token });
  const left = async (one: string) =>
    (await world.db.query('SELECT 1 FROM contacts WHERE number = $1', [one])).rowCount;
  expect(await left(number)).toBe(0);
  const keys = await world.db.query('SELECT 1 FROM idempotency_keys WHERE scope LIKE $1', [`${person.id}:%`]);
  expect(keys.rowCount).toBe(0);
  // The sweeper looks at once when it starts.
  await world.restart();
  await eventually('the old one is forgotten', async () => ((await left(old)) === 0 ? true : undefined));
});
