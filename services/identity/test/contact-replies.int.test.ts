import { newId } from '@g2/kit/ids';
import { eventually } from '@g2/kit/testing';
import { describe, expect, it } from 'vitest';
import { mailsTo } from './mailbox.ts';
import { newEmail, newPerson, outcomeOf, ownWorld, type Person } from './world.ts';

const SUPPORT = 'atendimento@exemplo.com.br';
const world = await ownWorld({ SUPPORT_EMAIL: SUPPORT, CONTACTS_PER_ACCOUNT: '4' });
const operators = Promise.all([newPerson(world, 'operator'), newPerson(world, 'operator')]);
const as = async (which: 0 | 1 = 0) => ({ token: (await operators)[which].token });

let networks = 0;
const SAID = { subject: 'Prazo', message: 'Quando fica pronto o registro?' };
const write = (email: string, options = {}) =>
  world.rpc.openContact(
    { name: 'Rui', email, ...SAID, clientAddress: `198.51.100.${++networks}` },
    options,
  );
/** Somebody with a contact of their own, as it was opened. */
async function writer() {
  const person = await newPerson(world);
  const { number } = await write('', { token: person.token });
  return { person, number };
}
const answer = async (number: string, version: number, close = false, text = 'Em três dias.') =>
  world.rpc.answerContact({ number, version, text, close }, await as());
const reply = ({ token }: Person, number: string, text = 'E o certificado?', idempotencyKey?: string) =>
  world.rpc.replyContact({ number, text }, { token, idempotencyKey });
const own = async ({ token }: Person, unread = false) =>
  (await world.rpc.listOwnContacts({ page: { page: 1, limit: 10 }, unread }, { token })).items;
const list = async (search: string, more: object = {}, which: 0 | 1 = 0) => {
  const asked = { page: { page: 1, limit: 100 }, search, state: '', mine: false, ...more };
  return (await world.rpc.listContacts(asked, await as(which))).items.map(({ number }) => number);
};
const closedDaysAgo = (number: string, days: number) =>
  world.db.query("UPDATE contacts SET closed_at = now() - $2 * interval '1 day' WHERE number = $1", [
    number,
    days,
  ]);

describe('whoever wrote with an account', () => {
  it('writes on in it; it waits for the staff again, who are mailed, and both see who wrote', async () => {
    const { person, number } = await writer();
    expect(await answer(number, 1)).toMatchObject({ isAnswered: true, answerCount: 1 });
    const mine = await reply(person, number, 'E o <b>certificado</b>?');
    expect(mine).toMatchObject({ isOpen: true, isAnswered: false, version: 3, canReply: true, answerCount: 1 });
    expect(mine.answers.map(({ fromStaff, text, authorId }) => [fromStaff, text, authorId])).toEqual([
      [true, 'Em três dias.', undefined],
      [false, 'E o <b>certificado</b>?', undefined],
    ]);
    const seen = await world.rpc.getContact({ number }, await as());
    expect(seen.answers.map(({ authorId }) => authorId)).toEqual([(await operators)[0].id, person.id]);
    const mail = await eventually('the mail to the staff', async () =>
      (await mailsTo(world, SUPPORT)).find(({ subject }) => subject.startsWith(`Nova mensagem no atendimento ${number}`)),
    );
    expect(mail.text).toContain('> E o <b>certificado</b>?');
  });

  it('writes the same once per key, and staff who had not seen it are refused', async () => {
    const { person, number } = await writer();
    const key = newId();
    await Promise.all([reply(person, number, 'Oi?', key), reply(person, number, 'Oi?', key)]);
    expect((await own(person))[0]?.answers).toHaveLength(1);
    expect(await outcomeOf(reply(person, number, 'Outra', key))).toBe('idempotency-mismatch');
    expect(await outcomeOf(answer(number, 1))).toBe('conflict');
    expect(await answer(number, 2)).toMatchObject({ isAnswered: true });
  });

  it('opens what ended of late again; what ended long ago says so', async () => {
    const { person, number } = await writer();
    await answer(number, 1, true);
    await closedDaysAgo(number, 29);
    expect(await own(person)).toMatchObject([{ isOpen: false, canReply: true }]);
    expect(await reply(person, number)).toMatchObject({ isOpen: true, closedAt: undefined });
    await answer(number, 3, true);
    await closedDaysAgo(number, 31);
    expect(await own(person)).toMatchObject([{ isOpen: false, canReply: false }]);
    const late = reply(person, number);
    await expect(late).rejects.toMatchObject({ code: 'conflict', message: expect.stringMatching(/mais de 30 dias/) });
  });

  it('is limited in length and per hour', async () => {
    const { person, number } = await writer();
    expect(await outcomeOf(reply(person, number, ' '))).toBe('invalid-input');
    expect(await outcomeOf(reply(person, number, 'x'.repeat(4_001)))).toBe('invalid-input');
    await reply(person, number);
    expect(await outcomeOf(reply(person, number))).toBe('too-many-requests');
  });

  it('has a mark of what was answered until it says that it saw just that', async () => {
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

it('another’s is as if it were not: a guessed number tells nothing', async () => {
  const { number } = await writer();
  const stranger = await newPerson(world);
  const visitors = (await write(newEmail())).number;
  for (const one of [number, visitors, 'AT-2026-999999', "x' OR 1=1"]) {
    expect(await outcomeOf(reply(stranger, one))).toBe('not-found');
    const asked = world.rpc.readContact({ number: one, version: 1 }, { token: stranger.token });
    expect(await outcomeOf(asked)).toBe('not-found');
  }
  expect(await own(stranger)).toEqual([]);
  expect(await outcomeOf(reply(stranger, number))).toBe('not-found');
});

describe('the staff', () => {
  it('take one over, leave it, and find their own; of two at once the second is refused', async () => {
    const { number } = await writer();
    const take = async (version: number, which: 0 | 1, take = true) =>
      world.rpc.takeContact({ number, version, take }, await as(which));
    const both = await Promise.all([outcomeOf(take(1, 0)), outcomeOf(take(1, 1))]);
    expect(both.filter((one) => one === 'conflict')).toHaveLength(1);
    await take(2, 0).catch(() => undefined);
    const { version, assigneeId } = await world.rpc.getContact({ number }, await as());
    const mine = assigneeId === (await operators)[0].id ? 0 : 1;
    expect(await list(number, { mine: true }, mine)).toEqual([number]);
    expect(await list(number, { mine: true }, mine === 0 ? 1 : 0)).toEqual([]);
    expect(await outcomeOf(take(version, mine))).toBe('conflict');
    expect((await take(version, mine, false)).assigneeId).toBeUndefined();
    expect(await outcomeOf(take(version + 1, mine, false))).toBe('conflict');
  });

  it('find by words of either side, and by state', async () => {
    const { person, number } = await writer();
    const word = newId().slice(-12);
    await reply(person, number, `A palavra é Ação ${word}`);
    expect(await list(`acao ${word}`)).toEqual([number]);
    expect(await list(word, { state: 'open' })).toEqual([number]);
    await answer(number, 2, false, `Resposta com xis${word}`);
    expect(await list(`xis${word}`, { state: 'answered' })).toEqual([number]);
    expect(await list(word, { state: 'open' })).toEqual([]);
    expect(await outcomeOf(list('', { state: 'x' }))).toBe('invalid-input');
  });

  it('whoever is no longer active answers nothing', async () => {
    const gone = await newPerson(world, 'operator');
    const boss = await newPerson(world, 'admin');
    const { number } = await write(newEmail());
    await world.rpc.setActive({ id: gone.id, isActive: false }, { token: boss.token });
    const answered = world.rpc.answerContact({ number, version: 1, text: 'x', close: false }, { token: gone.token });
    expect(await outcomeOf(answered)).toBe('forbidden');
    const taken = world.rpc.takeContact({ number, version: 1, take: true }, { token: gone.token });
    expect(await outcomeOf(taken)).toBe('forbidden');
    expect((await world.rpc.getContact({ number }, await as())).answers).toEqual([]);
  });

  it('mail an address that nobody has proven ten times a day at most', async () => {
    const email = newEmail();
    const { number } = await write(email);
    for (let version = 1; version <= 10; version++) await answer(number, version);
    expect(await outcomeOf(answer(number, 11))).toBe('too-many-requests');
  });
});
