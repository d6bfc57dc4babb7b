import { newId } from '@g2/kit/ids';
import { eventually } from '@g2/kit/testing';
import { describe, expect, it } from 'vitest';
import { mailsTo } from './mailbox.ts';
import {
  check,
  newEmail,
  newPerson,
  newUnprovenPerson,
  outcomeOf,
  PASSWORD,
  type Person,
  testServiceForFile,
} from './world.ts';

const SUPPORT = 'atendimento@exemplo.com.br';
const world = await testServiceForFile({
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
  world.rpc.listContacts(
    { page: { page: 1, limit: 100 }, search: '', state: '', mine: false, ...more },
    { token },
  );
const numbersOf = async (token: string, more: object = {}) =>
  (await list(token, more)).items.map(({ number }) => number);

const operators = [await newPerson(world, 'operator'), await newPerson(world, 'admin')] as const;
/** Call options with a new actor token of a member of staff: actor tokens expire after a minute. */
const as = async (which: 0 | 1 = 0) => {
  const { actorTokens } = await check(world, operators[which].sessionToken);
  return { token: actorTokens.identity ?? '' };
};

describe('a message without a session', () => {
  it('is mailed to the staff and confirmed once a day to its author without a quotation', async () => {
    const email = newEmail();
    const message = 'Compre em https://golpe.example agora mesmo';
    const { number } = await write(email, { name: 'Ganhe R$ 1.000', subject: 'PROMOÇÃO', message });
    expect(number).toMatch(/^AT-\d{4}-\d{6}$/);
    const { text } = await arrived(email, number);
    expect(text).not.toMatch(/golpe|PROMO|Ganhe|1\.000/);
    const { text: reported } = await arrived(SUPPORT, `Novo atendimento ${number}`);
    expect(reported).toContain(`> ${message}`);
    expect(reported).toContain(`/operator/atendimentos/${number}`);
    const { number: second } = await write(email.toUpperCase());
    await arrived(SUPPORT, `Novo atendimento ${second}`);
    expect((await mailsTo(world, email)).map(({ subject }) => subject)).toEqual([
      `Recebemos um pedido de atendimento: ${number}`,
    ]);
    expect(await mailsTo(world, email.toUpperCase())).toEqual([]);
  });

  it('is not linked to an account with the same e-mail address', async () => {
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

  it('is refused with invalid fields and is rate-limited per client network', async () => {
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

describe('a message of an account', () => {
  it('has the name and address of the account, which can list it, and is rate-limited', async () => {
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

  it('is confirmed by mail only after the address is proven', async () => {
    const person = await newUnprovenPerson(world);
    const { number } = await writeAs(person);
    await arrived(SUPPORT, `Novo atendimento ${number}`);
    const { rows } = await world.db.query('SELECT held FROM outgoing_emails WHERE dedupe_key = $1', [
      `contact:${number}`,
    ]);
    expect(rows).toEqual([{ held: true }]);
  });

  it('can refer only to a registration of the account', async () => {
    const person = await newPerson(world);
    const registrationId = newId();
    expect(await outcomeOf(writeAs(person, { registrationId }))).toBe('invalid-input');
    world.peers.owned.add(`${registrationId} ${person.id}`);
    const { number } = await writeAs(person, { registrationId });
    const { items } = await world.rpc.listOwnContacts(ALL, { token: person.token });
    expect(items).toMatchObject([{ number, registrationId }]);
  });

  it('is created once per idempotency key, and contact numbers have no gaps', async () => {
    const person = await newPerson(world);
    const key = newId();
    const results = await Promise.all([writeAs(person, {}, key), writeAs(person, {}, key)]);
    expect(new Set(results.map(({ number }) => number)).size).toBe(1);
    expect(await outcomeOf(writeAs(person, { subject: 'Outro' }, key))).toBe('idempotency-mismatch');
    const many = await Promise.all(Array.from({ length: 5 }, () => write(newEmail())));
    const { rows } = await world.db.query('SELECT number FROM contacts ORDER BY number');
    expect(new Set(many.map(({ number }) => number)).size).toBe(5);
    expect(rows.map((row) => Number(row.number.slice(8)))).toEqual(rows.map((_, at) => at + 1));
  });
});

describe('the staff', () => {
  it('answer a contact by mail, and the second of two concurrent answers is refused', async () => {
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

  it('mail an author without an account only the answer, once per idempotency key', async () => {
    const email = newEmail();
    const { number } = await write(email);
    const key = { ...(await as()), idempotencyKey: newId() };
    const request = { number, version: 1, text: 'Use um código de recuperação.', close: true };
    const first = await world.rpc.answerContact(request, key);
    expect(await world.rpc.answerContact(request, key)).toEqual(first);
    expect(first).toMatchObject({ isOpen: false, version: 2, answerCount: 1 });
    const { text } = await arrived(email, `Resposta ao atendimento ${number}`);
    expect(text).toContain('> Use um código');
    expect(text).not.toMatch(/celular|Não consigo/);
  });

  it('close and reopen a contact only if they know its current version, with an audit act', async () => {
    const { number } = await write(newEmail());
    const change = async (rpc: 'closeContact' | 'reopenContact', version: number) =>
      world.rpc[rpc]({ number, version }, await as());
    expect(await outcomeOf(change('reopenContact', 1))).toBe('conflict');
    expect(await change('closeContact', 1)).toMatchObject({
      isOpen: false,
      closedBy: operators[0].id,
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

  it('list open contacts before closed ones and search them without accents', async () => {
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

  it('are the only ones who can list, read and answer contacts', async () => {
    const person = await newPerson(world);
    const { number } = await writeAs(person);
    for (const request of [
      list(person.token),
      world.rpc.getContact({ number }, { token: person.token }),
      world.rpc.answerContact({ number, version: 1, text: 'x', close: false }, { token: person.token }),
    ])
      expect(await outcomeOf(request)).toBe('forbidden');
    for (const none of ['AT-2026-999999', 'AT-2026-0', '', "AT-2026-000001\u0000' OR ''='"])
      expect(await outcomeOf(world.rpc.getContact({ number: none }, await as()))).toBe('not-found');
  });
});

/** Creates a person who has opened a contact. */
async function writer() {
  const person = await newPerson(world);
  const { number } = await writeAs(person);
  return { person, number };
}
const answer = async (number: string, version: number, close = false, text = 'Em três dias.') =>
  world.rpc.answerContact({ number, version, text, close }, await as());
const reply = ({ token }: Person, number: string, text = 'E o certificado?', idempotencyKey?: string) =>
  world.rpc.replyContact({ number, text }, { token, idempotencyKey });
const own = async ({ token }: Person, unread = false) =>
  (await world.rpc.listOwnContacts({ page: { page: 1, limit: 10 }, unread }, { token })).items;
const found = async (search: string, more: object = {}, which: 0 | 1 = 0) =>
  numbersOf((await as(which)).token, { search, ...more });
const closedDaysAgo = (number: string, days: number) =>
  world.db.query("UPDATE contacts SET closed_at = now() - $2 * interval '1 day' WHERE number = $1", [
    number,
    days,
  ]);

describe('an account with a contact', () => {
  it('can reply, after which the contact waits for the staff, who get a mail', async () => {
    const { person, number } = await writer();
    expect(await answer(number, 1)).toMatchObject({ isAnswered: true, answerCount: 1 });
    const mine = await reply(person, number, 'E o <b>certificado</b>?');
    expect(mine).toMatchObject({
      isOpen: true,
      isAnswered: false,
      version: 3,
      canReply: true,
      answerCount: 1,
    });
    expect(mine.answers.map(({ fromStaff, text, authorId }) => [fromStaff, text, authorId])).toEqual([
      [true, 'Em três dias.', undefined],
      [false, 'E o <b>certificado</b>?', undefined],
    ]);
    const seen = await world.rpc.getContact({ number }, await as());
    expect(seen.answers.map(({ authorId }) => authorId)).toEqual([operators[0].id, person.id]);
    const mail = await arrived(SUPPORT, `Nova mensagem no atendimento ${number}`);
    expect(mail.text).toContain('> E o <b>certificado</b>?');
  });

  it('replies once per idempotency key, and an answer to the version before is refused', async () => {
    const { person, number } = await writer();
    const key = newId();
    await Promise.all([reply(person, number, 'Oi?', key), reply(person, number, 'Oi?', key)]);
    expect((await own(person))[0]?.answers).toHaveLength(1);
    expect(await outcomeOf(reply(person, number, 'Outra', key))).toBe('idempotency-mismatch');
    expect(await outcomeOf(answer(number, 1))).toBe('conflict');
    expect(await answer(number, 2)).toMatchObject({ isAnswered: true });
  });

  it('reopens a contact closed 29 days ago but not one closed 31 days ago', async () => {
    const { person, number } = await writer();
    await answer(number, 1, true);
    await closedDaysAgo(number, 29);
    expect(await own(person)).toMatchObject([{ isOpen: false, canReply: true }]);
    expect(await reply(person, number)).toMatchObject({ isOpen: true, closedAt: undefined });
    await answer(number, 3, true);
    await closedDaysAgo(number, 31);
    expect(await own(person)).toMatchObject([{ isOpen: false, canReply: false }]);
    const late = reply(person, number);
    await expect(late).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/mais de 30 dias/),
    });
  });

  it('is limited in the length and the hourly number of its replies', async () => {
    const { person, number } = await writer();
    expect(await outcomeOf(reply(person, number, ' '))).toBe('invalid-input');
    expect(await outcomeOf(reply(person, number, 'x'.repeat(4_001)))).toBe('invalid-input');
    await reply(person, number);
    expect(await outcomeOf(reply(person, number))).toBe('too-many-requests');
  });

  it('sees an unread mark until it has read the current version', async () => {
    const { person, number } = await writer();
    await answer(number, 1);
    expect(await own(person, true)).toMatchObject([{ number, isUnread: true, version: 2 }]);
    const read = (version: number) => world.rpc.readContact({ number, version }, { token: person.token });
    await read(1);
    expect(await own(person, true)).toHaveLength(1);
    await read(2);
    expect(await own(person, true)).toEqual([]);
  });
});

it("treats another account's contact as not found", async () => {
  const { number } = await writer();
  const stranger = await newPerson(world);
  const visitors = (await write(newEmail())).number;
  for (const one of [number, visitors, 'AT-2026-999999', "x' OR 1=1"]) {
    expect(await outcomeOf(reply(stranger, one))).toBe('not-found');
    const pending = world.rpc.readContact({ number: one, version: 1 }, { token: stranger.token });
    expect(await outcomeOf(pending)).toBe('not-found');
  }
  expect(await own(stranger)).toEqual([]);
  expect(await outcomeOf(reply(stranger, number))).toBe('not-found');
});

describe('the staff in a contact with an account', () => {
  it('assign and release it, and the second of two concurrent assignments is refused', async () => {
    const { number } = await writer();
    const take = async (version: number, which: 0 | 1, take = true) =>
      world.rpc.takeContact({ number, version, take }, await as(which));
    const both = await Promise.all([outcomeOf(take(1, 0)), outcomeOf(take(1, 1))]);
    expect(both.filter((one) => one === 'conflict')).toHaveLength(1);
    await take(2, 0).catch(() => undefined);
    const { version, assigneeId } = await world.rpc.getContact({ number }, await as());
    const mine = assigneeId === operators[0].id ? 0 : 1;
    expect(await found(number, { mine: true }, mine)).toEqual([number]);
    expect(await found(number, { mine: true }, mine === 0 ? 1 : 0)).toEqual([]);
    expect(await outcomeOf(take(version, mine))).toBe('conflict');
    expect((await take(version, mine, false)).assigneeId).toBeUndefined();
    expect(await outcomeOf(take(version + 1, mine, false))).toBe('conflict');
  });

  it('are assigned to it by an answer, unless a colleague is assigned', async () => {
    const { number } = await writer();
    const answering = async (version: number, which: 0 | 1) =>
      world.rpc.answerContact({ number, version, text: 'Vamos ver.', close: false }, await as(which));
    expect((await answering(1, 0)).assigneeId).toBe(operators[0].id);
    expect(await found(number, { mine: true }, 0)).toEqual([number]);
    expect((await answering(2, 1)).assigneeId).toBe(operators[0].id);
    expect(await found(number, { mine: true }, 1)).toEqual([]);
  });

  it('find it by its state and by text of the account or the staff', async () => {
    const { person, number } = await writer();
    const word = newId().slice(-12);
    await reply(person, number, `A palavra é Ação ${word}`);
    expect(await found(`acao ${word}`)).toEqual([number]);
    expect(await found(word, { state: 'open' })).toEqual([number]);
    await answer(number, 2, false, `Resposta com xis${word}`);
    expect(await found(`xis${word}`, { state: 'answered' })).toEqual([number]);
    expect(await found(word, { state: 'open' })).toEqual([]);
    expect(await outcomeOf(found('', { state: 'x' }))).toBe('invalid-input');
  });

  it('cannot answer or take it once their account is inactive', async () => {
    const gone = await newPerson(world, 'operator');
    const boss = await newPerson(world, 'admin');
    const { number } = await write(newEmail());
    await world.rpc.setActive({ id: gone.id, isActive: false }, { token: boss.token });
    const answered = world.rpc.answerContact(
      { number, version: 1, text: 'x', close: false },
      { token: gone.token },
    );
    expect(await outcomeOf(answered)).toBe('forbidden');
    const taken = world.rpc.takeContact({ number, version: 1, take: true }, { token: gone.token });
    expect(await outcomeOf(taken)).toBe('forbidden');
    expect((await world.rpc.getContact({ number }, await as())).answers).toEqual([]);
  });

  it('can mail at most ten answers a day to an unproven address', async () => {
    const email = newEmail();
    const { number } = await write(email);
    for (let version = 1; version <= 10; version++) await answer(number, version);
    expect(await outcomeOf(answer(number, 11))).toBe('too-many-requests');
  });
});

it('deletes a contact with its account and after the retention period', async () => {
  const person = await newPerson(world);
  const { number } = await writeAs(person, {}, newId());
  const old = (await write(newEmail())).number;
  await world.db.query("UPDATE contacts SET changed_at = now() - interval '731 days' WHERE number = $1", [
    old,
  ]);
  const text = 'Uma coisa só minha.';
  await world.rpc.replyContact({ number, text }, { token: person.token });
  const toStaff = async () =>
    (await mailsTo(world, SUPPORT)).filter(({ subject, text: body }) => `${subject} ${body}`.includes(number))
      .length;
  await eventually('both are mailed to the staff', async () => (await toStaff()) === 2);
  await world.rpc.deleteOwnAccount({ currentPassword: PASSWORD }, { token: person.token });
  // Mails to the staff about the contact are deleted too.
  expect(await toStaff()).toBe(0);
  const left = async (one: string) =>
    (await world.db.query('SELECT 1 FROM contacts WHERE number = $1', [one])).rowCount;
  expect(await left(number)).toBe(0);
  const keys = await world.db.query('SELECT 1 FROM idempotency_keys WHERE scope LIKE $1', [`${person.id}:%`]);
  expect(keys.rowCount).toBe(0);
  // The cleanup loop runs at the start of the service.
  await world.restart();
  await eventually('the old one is forgotten', async () => ((await left(old)) === 0 ? true : undefined));
});

it('deletes the mails to the staff about a contact when an admin deletes its account', async () => {
  const person = await newPerson(world);
  const { number } = await writeAs(person);
  await arrived(SUPPORT, `Novo atendimento ${number}`);
  await world.rpc.deleteUser({ id: person.id }, await as(1));
  const bodies = (await mailsTo(world, SUPPORT)).map(({ subject, text }) => `${subject} ${text}`);
  expect(bodies.filter((body) => body.includes(number))).toEqual([]);
});
