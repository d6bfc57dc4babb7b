import { newId } from '@g2/kit/ids';
import { describe, expect, it } from 'vitest';
import { codeOf, ownWorld, refusal, someone, type User, wanted } from './world.ts';

const owner = someone();
const operator = someone('operator');
const colleague = someone('operator');
const stranger = someone();

const world = await ownWorld();

const fresh = async (of = owner) => (await world.create(of)).id;
const write = (who: User, id: string, text = 'Oi') => world.as(who).writeMessage({ id, text });
const read = (who: User, id: string, before?: number) => world.as(who).getMessages({ id, before });
const texts = async (who: User, id: string) => (await read(who, id)).items.map(({ text }) => text);
const unread = async (who: User, id: string) => (await world.as(who).getRegistration({ id })).unreadMessages;
const markRead = (who: User, id: string, received: number) =>
  world.as(who).markMessagesRead({ id, received });
const list = wanted();
const rows = async (table: string, id: string) =>
  (await world.pool.query(`SELECT 1 FROM ${table} WHERE registration_id = $1`, [id])).rowCount;
/** Moves the messages into the past. */
const age = (id: string, minutes: number) =>
  world.pool.query(
    `UPDATE registration_messages SET created_at = created_at - $2 * interval '1 minute' WHERE registration_id = $1`,
    [id, minutes],
  );
const mails = (id: string) => world.of(id, 'registration.message_waiting').length;

describe('a thread', () => {
  it('is open to the owner and staff, and hides from the owner which staff member wrote', async () => {
    const id = await fresh();
    expect(await read(owner, id)).toEqual({ items: [], total: 0, received: 0, receivedRead: 0 });
    const first = await write(owner, id, '  Olá,\n\numa dúvida ');
    expect(first).toMatchObject({ number: 1, side: 'client', authorId: owner.id, mine: true });
    await write(operator, id, 'Pois não?');
    const items = (who: User) => read(who, id).then((page) => page.items);
    expect(await items(owner)).toMatchObject([
      { text: 'Olá,\n\numa dúvida', mine: true, authorId: owner.id },
      { text: 'Pois não?', number: 2, side: 'staff', mine: false, authorId: undefined },
    ]);
    expect((await items(operator)).map(({ mine, authorId }) => [mine, authorId])).toEqual([
      [false, owner.id],
      [true, operator.id],
    ]);
    expect((await items(colleague)).map(({ mine }) => mine)).toEqual([false, false]);
    expect((await world.as(owner).getRegistration({ id })).status).toBe('submitted');
  });

  it('returns not-found to other users', async () => {
    const id = await fresh();
    const tried = [
      () => read(stranger, id),
      () => write(stranger, id),
      () => markRead(stranger, id, 1),
      () => read(owner, newId()),
      () => write(owner, 'x'),
      () => markRead(operator, newId(), 1),
    ];
    for (const work of tried) expect(await codeOf(work())).toBe('not-found');
    expect(await rows('registration_messages', id)).toBe(0);
  });

  it('treats a staff member as client of their own registration', async () => {
    const id = await fresh(operator);
    expect((await write(operator, id)).side).toBe('client');
    expect((await write(colleague, id)).side).toBe('staff');
    expect([await unread(operator, id), await unread(colleague, id)]).toEqual([1, 1]);
  });

  it('accepts messages of 1 to 2,000 characters', async () => {
    const { id } = await world.at(owner, 'paid', 'reviewing');
    await write(owner, id, '書'.repeat(2_000));
    expect((await refusal(write(owner, id, ' \n'))).detail.fields).toEqual({ text: 'Escreva a mensagem' });
    expect(await codeOf(write(operator, id, 'x'.repeat(2_001)))).toBe('invalid-input');
    expect(await read(operator, id)).toMatchObject({ total: 1 });
  });

  it('is deleted with its registration', async () => {
    const id = await fresh();
    await write(owner, id);
    await write(operator, id);
    await world.as(owner).deleteRegistration({ id });
    expect([await rows('registration_messages', id), await rows('registration_threads', id)]).toEqual([0, 0]);
    expect(await codeOf(write(operator, id))).toBe('not-found');
  });
});

describe('writing a message', () => {
  it('twice with one idempotency key stores one message', async () => {
    const id = await fresh();
    const idempotencyKey = newId();
    const send = (text: string) => world.as(owner).writeMessage({ id, text }, { idempotencyKey });
    const [one, two] = await Promise.all([send('Uma vez'), send('Uma vez')]);
    expect(one).toEqual(two);
    expect(await send('Uma vez')).toEqual(one);
    expect(await texts(operator, id)).toEqual(['Uma vez']);
    expect(await codeOf(send('Outra'))).toBe('idempotency-mismatch');
  });

  it('concurrently gives each message its own number', async () => {
    const id = await fresh();
    const written = await Promise.all(
      [owner, operator, colleague, owner, operator, colleague].map((who, n) => write(who, id, `m${n}`)),
    );
    expect(written.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
    expect((await texts(owner, id)).toSorted()).toEqual(['m0', 'm1', 'm2', 'm3', 'm4', 'm5']);
    expect([await unread(owner, id), await unread(operator, id)]).toEqual([4, 2]);
  });

  it('while the other side marks messages as read keeps the new messages unread', async () => {
    const id = await fresh();
    await write(operator, id);
    await Promise.all([markRead(owner, id, 1), write(operator, id), write(colleague, id)]);
    expect(await read(owner, id)).toMatchObject({ received: 3, receivedRead: 1 });
  });

  it('is refused after thirty messages an hour per author and registration', async () => {
    const id = await fresh();
    for (let n = 0; n < 30; n += 1) await write(owner, id, `${n}`);
    const refused = await refusal(write(owner, id));
    expect([refused.code, refused.message]).toEqual([
      'too-many-requests',
      'Você já enviou 30 mensagens sobre este registro na última hora. Aguarde um pouco e envie de novo.',
    ]);
    expect(refused.detail.retryAfter).toBeGreaterThan(3_000);
    await write(operator, id);
    await write(owner, await fresh());
    await age(id, 61);
    await write(owner, id);
  });

  it('is refused after five hundred messages, which are read in pages of fifty', async () => {
    const id = await fresh();
    await write(owner, id, '1');
    await world.pool.query(
      `INSERT INTO registration_messages (id, registration_id, number, author_id, author_side, text, created_at)
       SELECT gen_random_uuid(), $1, n, $2, 'client', n::text, now() - interval '2 hours' FROM generate_series(2, 499) n`,
      [id, owner.id],
    );
    await world.pool.query('UPDATE registration_threads SET by_client = 499 WHERE registration_id = $1', [
      id,
    ]);
    expect((await write(operator, id, '500')).number).toBe(500);
    expect(await codeOf(write(operator, id))).toBe('conflict');
    const newest = await read(owner, id);
    expect([newest.total, newest.items.length, newest.items.at(-1)?.text]).toEqual([500, 50, '500']);
    const seen: string[] = [];
    for (let before: number | undefined = 501; before > 1; ) {
      const { items } = await read(owner, id, before);
      seen.unshift(...items.map(({ text }) => text));
      before = items[0]?.number ?? 1;
    }
    expect(seen).toEqual(Array.from({ length: 500 }, (_, n) => String(n + 1)));
    expect((await read(owner, id, 1)).items).toEqual([]);
  });
});

describe('unread messages', () => {
  it('are counted per side, also in lists, until that side has read them', async () => {
    const id = await fresh();
    await write(operator, id);
    await write(colleague, id);
    await write(owner, id);
    expect([await unread(owner, id), await unread(operator, id)]).toEqual([2, 1]);
    const own = (await world.as(owner).listOwn({ ...list, search: '' })).items.find((one) => one.id === id);
    const staffs = (await world.as(operator).listForStaff({ ...list, search: id })).items;
    expect([own?.unreadMessages, staffs.map(({ unreadMessages }) => unreadMessages)]).toEqual([2, [1]]);
    // Fetching messages does not mark them as read.
    expect(await read(owner, id)).toMatchObject({ received: 2, receivedRead: 0 });
    await markRead(owner, id, 1);
    expect([await unread(owner, id), await unread(operator, id)]).toEqual([1, 1]);
    await markRead(owner, id, 2);
    await markRead(colleague, id, 99);
    expect([await unread(owner, id), await unread(operator, id)]).toEqual([0, 0]);
    await markRead(owner, id, 1);
    expect(await unread(owner, id)).toBe(0);
  });

  it('are announced by events without their text', async () => {
    const id = await fresh();
    const said = 'um segredo qualquer';
    await write(operator, id, said);
    await write(owner, id, said);
    await markRead(owner, id, 1);
    await markRead(owner, id, 1);
    await markRead(operator, id, 1);
    await world.drained();
    await world.waitForEvents(id, 'registration.messages_read', 2);
    await world.waitForEvents(id, 'registration.message_written', 2);
    const about = { registrationId: id, userId: owner.id };
    // Two events of one registration may arrive in any order.
    const heard = (type: string) =>
      world
        .of(id, type)
        .map(({ data }) => data)
        .toSorted((one, other) => Object.keys(other).length - Object.keys(one).length);
    expect(heard('registration.message_written')).toEqual([{ ...about, fromStaff: true }, about]);
    expect(heard('registration.messages_read')).toEqual([{ ...about, byStaff: true }, about]);
    expect(JSON.stringify(world.heard)).not.toContain(said);
  });

  it('are mailed to the owner at most hourly, unless read in between', async () => {
    const id = await fresh();
    const after = async (mailed: number) => {
      await world.waitForEvents(id, 'registration.message_written', written);
      await world.drained();
      expect(mails(id)).toBe(mailed);
    };
    let written = 0;
    const say = (who: User) => {
      written += 1;
      return write(who, id);
    };
    await say(owner);
    await after(0);
    await say(operator);
    await world.waitForEvents(id, 'registration.message_waiting');
    await say(colleague);
    await after(1);
    await markRead(owner, id, 2);
    await say(operator);
    await world.waitForEvents(id, 'registration.message_waiting', 2);
    await world.pool.query(
      `UPDATE registration_threads SET mailed_at = mailed_at - interval '61 minutes',
         client_read_at = client_read_at - interval '61 minutes' WHERE registration_id = $1`,
      [id],
    );
    await say(operator);
    await world.waitForEvents(id, 'registration.message_waiting', 3);
    expect(world.of(id, 'registration.message_waiting')[0]?.data).toEqual({
      registrationId: id,
      userId: owner.id,
      withoutTexts: true,
    });
  });
});
