import { newId } from '@g2/kit/ids';
import { describe, expect, it } from 'vitest';
import { orderKeys } from '../src/store/order.ts';
import { newPerson, testServiceForFile, UNAUTHENTICATED } from './world.ts';

const as = (person: { token: string }) => ({ token: person.token });

const world = await testServiceForFile();
const admin = await newPerson(world, 'admin');

const unknownIds = ['no-uuid', '', newId(), '\0'];

type List = Parameters<typeof world.rpc.listUsers>[0];
const LIST: List = { page: { page: 1, limit: 10 }, search: '', role: '', sort: '' };

describe('listUsers', () => {
  const list = (more: Partial<List>) => world.rpc.listUsers({ ...LIST, ...more }, as(admin));

  it('returns pages from the newest account on, with an exact count', async () => {
    const people = [];
    for (let i = 0; i < 3; i++) people.unshift((await newPerson(world)).id);
    const all = await list({});
    expect(all.items.slice(0, 3).map((user) => user.id)).toEqual(people);
    const { rows } = await world.db.query('SELECT count(*)::int AS n FROM users');
    expect(all.total).toBe(rows[0].n);
    const second = await list({ page: { page: 2, limit: 2 } });
    expect(second.items[0]?.id).toBe(people[2]);
    expect(second.total).toBe(all.total);
    expect((await list({ page: { page: 10_000_000, limit: 100 } })).items).toEqual([]);
  });

  it('searches names and e-mail without case and accents and takes wildcards literally', async () => {
    const email = `jo_ao%${newId().slice(-6)}@exemplo.com.br`.replace('%', '');
    const person = await newPerson(world, 'client', email);
    const options = as(admin);
    await world.rpc.updateUser({ id: person.id, firstName: 'Érico', lastName: 'Veríssimo' }, options);
    for (const search of [
      'érico',
      'VERÍSSIMO',
      'erico verissimo',
      'E\u0301RICO',
      'rico Verí',
      'veríssimo jo_ao ERICO',
      ' jo_ao',
      email.toUpperCase(),
    ]) {
      const found = await list({ search });
      expect(found.items.map((user) => user.id)).toEqual([person.id]);
      expect(found.total).toBe(1);
    }
    for (const search of ['jo%ao', 'j__ao', '\\', "'"]) expect((await list({ search })).total).toBe(0);
    const { rows } = await world.db
      .query(
        "SET enable_seqscan = off; EXPLAIN SELECT 1 FROM users u WHERE u.searched LIKE folded('%veríssimo%')",
      )
      .then((results) => (Array.isArray(results) ? results.at(-1) : results));
    expect(JSON.stringify(rows)).toContain('users_searched_idx');
  });

  it('sorts by name, e-mail and role in both directions', async () => {
    const word = newId().slice(-8);
    const people: [string, string, string, 'client' | 'operator' | 'admin'][] = [
      ['Zélia', 'Alves', 'b', 'client'],
      ['álvaro', 'Souza', 'a.b', 'operator'],
      ['Ana', 'Silva', 'A-c', 'admin'],
      ['Álvaro', 'Costa', 'a', 'client'],
    ];
    for (const [firstName, lastName, local, role] of people) {
      const { id } = await newPerson(world, role, `${local}@x${word}.com`);
      await world.rpc.updateUser({ id, firstName, lastName }, as(admin));
    }
    const ordered = async (sort: string) =>
      (await list({ sort, search: word })).items.map((user) => user.email.split('@')[0]);
    const orders = {
      createdAt: ['b', 'a.b', 'A-c', 'a'],
      name: ['a.b', 'a', 'A-c', 'b'],
      email: ['A-c', 'a.b', 'a', 'b'],
      role: ['A-c', 'a', 'b', 'a.b'],
    };
    expect(await ordered('')).toEqual(orders.createdAt.toReversed());
    for (const [sort, expected] of Object.entries(orders)) {
      expect([sort, await ordered(sort)]).toEqual([sort, expected]);
      expect(await ordered(`-${sort}`)).toEqual(expected.toReversed());
    }
    for (const sort of ['title', '-', 'name,email', 'name DESC']) {
      await expect(list({ sort })).rejects.toMatchObject({
        code: 'invalid-input',
        detail: { fields: { sort: 'Ordenação inválida' } },
      });
    }
  });

  it('has an index for every sort order', async () => {
    for (const field of ['createdAt', 'name', 'email', 'role'] as const) {
      const order = orderKeys({ field, descending: true });
      const connection = await world.db.connect();
      try {
        await connection.query('SET enable_sort = off');
        const { rows } = await connection.query(`EXPLAIN SELECT * FROM users ORDER BY ${order} LIMIT 10`);
        expect(JSON.stringify(rows)).toMatch(/Index Scan/);
        expect(JSON.stringify(rows)).not.toContain('Sort');
      } finally {
        connection.release(true);
      }
    }
  });

  it('finds names by one or two characters', async () => {
    const { id } = await newPerson(world);
    await world.rpc.updateUser({ id, firstName: 'þŋ', lastName: 'đħ' }, as(admin));
    for (const search of ['þ', 'ÞŊ', 'ĐĦ']) {
      const found = await list({ search, sort: 'name' });
      expect([found.items.map((user) => user.id), found.total, found.totalCapped]).toEqual([[id], 1, false]);
    }
    expect((await list({ search: 'þ', role: 'admin' })).total).toBe(0);
  });

  it('filters by role, also in a search', async () => {
    const operator = await newPerson(world, 'operator');
    const found = await list({ role: 'operator' });
    expect(found.items[0]?.id).toBe(operator.id);
    expect(found.items.every((user) => user.role === 'operator')).toBe(true);
    const { rows } = await world.db.query("SELECT count(*)::int AS n FROM users WHERE role = 'operator'");
    expect(found.total).toBe(rows[0].n);
    expect((await list({ role: 'operator', search: operator.email })).total).toBe(1);
    expect((await list({ role: 'admin', search: operator.email })).total).toBe(0);
  });

  it('filters active or inactive accounts, also with role, search and every sort order', async () => {
    const word = newId().slice(-8);
    const people = [];
    for (const role of ['client', 'operator', 'client', 'client'] as const) {
      people.push(await newPerson(world, role, `${people.length}@y${word}.com`));
    }
    for (const at of [0, 1]) {
      await world.rpc.setActive({ id: people[at]?.id ?? '', isActive: false }, as(admin));
    }
    const found = async (more: Partial<List>) =>
      (await list({ search: word, ...more })).items
        .map((user) => user.email.slice(0, 1))
        .toSorted((a, b) => a.localeCompare(b));
    expect(await found({ active: false })).toEqual(['0', '1']);
    expect(await found({ active: true })).toEqual(['2', '3']);
    expect(await found({})).toEqual(['0', '1', '2', '3']);
    expect(await found({ active: false, role: 'client' })).toEqual(['0']);
    for (const sort of ['', '-createdAt', 'name', 'email', '-role']) {
      const gone = await list({ active: false, sort });
      expect([sort, gone.items.every(({ isActive }) => !isActive)]).toEqual([sort, true]);
    }
  });

  it('counts active and inactive accounts exactly', async () => {
    const counts = async (where: string) =>
      (await world.db.query(`SELECT count(*)::int AS n FROM users WHERE ${where}`)).rows[0].n;
    for (const [more, where] of [
      [{ active: true }, 'is_active'],
      [{ active: false }, 'NOT is_active'],
      [{ active: true, role: 'client' }, "is_active AND role = 'client'"],
      [{ active: false, role: 'operator' }, "NOT is_active AND role = 'operator'"],
    ] as const) {
      const { total, totalCapped } = await list(more);
      expect([more, total, totalCapped]).toEqual([more, await counts(where), false]);
    }
  });

  it('has indexes for inactive accounts, also by role', async () => {
    const connection = await world.db.connect();
    try {
      await connection.query('SET enable_sort = off; SET enable_seqscan = off');
      for (const [where, index] of [
        ['', 'users_inactive_newest_idx'],
        ["role = 'client' AND", 'users_inactive_role_idx'],
      ]) {
        const { rows } = await connection.query(
          `EXPLAIN SELECT * FROM users WHERE ${where} NOT users.is_active ORDER BY created_at DESC, id DESC LIMIT 10`,
        );
        expect(JSON.stringify(rows)).toContain(index);
      }
    } finally {
      connection.release(true);
    }
  });

  it.each([
    { page: { page: 1, limit: 101 } },
    { page: { page: -1, limit: 10 } },
    { role: 'root' },
    { search: 'a\0b' },
    { search: 'a\u202eb' },
    { search: 'x'.repeat(201) },
  ])('refuses the query %o', async (more) => {
    await expect(list(more)).rejects.toMatchObject({ code: 'invalid-input' });
  });
});

describe('countUsers', () => {
  it('counts new, changed and deleted accounts', async () => {
    const count = () => world.rpc.countUsers({}, as(admin));
    const before = await count();
    const person = await newPerson(world);
    expect(await count()).toEqual({ ...before, total: before.total + 1, clients: before.clients + 1 });
    await world.rpc.changeRole({ id: person.id, role: 'admin' }, as(admin));
    expect(await count()).toEqual({ ...before, total: before.total + 1, admins: before.admins + 1 });
    await world.rpc.deleteUser({ id: person.id }, as(admin));
    expect(await count()).toEqual(before);
  });
});

it('counts accounts without making concurrent sign-ups wait for each other', async () => {
  const insert = `INSERT INTO users (id, email, first_name, last_name, created_at, updated_at)
    VALUES (gen_random_uuid(), $1, 'Um', 'Dois', now(), now())`;
  const pool = world.testEnv.pool({ connectionString: world.env.DATABASE_URL ?? '', max: 30 });
  /** A connection that counts accounts in another shard than `taken`: the shard depends on the backend's pid. */
  const connect = async (taken?: number) => {
    for (;;) {
      const client = await pool.connect();
      const { rows } = await client.query('SELECT pg_backend_pid() % 16 AS shard');
      const shard: number = rows[0].shard;
      if (shard !== taken) return { client, shard };
    }
  };
  const first = await connect();
  const other = await connect(first.shard);
  await first.client.query('BEGIN');
  await first.client.query(insert, [`um.${newId()}@exemplo.com.br`]);
  await other.client.query("BEGIN; SET LOCAL lock_timeout = '2s'");
  const { rowCount } = await other.client.query(insert, [`dois.${newId()}@exemplo.com.br`]);
  expect(rowCount).toBe(1);
  for (const { client } of [first, other]) {
    await client.query('ROLLBACK');
    client.release(true);
  }
});

describe('getUser', () => {
  it('returns every account to admins and services, and to others only their own', async () => {
    const [person, other] = [await newPerson(world), await newPerson(world, 'operator')];
    const get = (token: string, id = person.id) => world.rpc.getUser({ id }, { token });
    for (const token of [admin.token, person.token, await world.testEnv.serviceToken('registration')]) {
      expect(await get(token)).toMatchObject({ id: person.id, email: person.email, role: 'client' });
    }
    await expect(get(other.token)).rejects.toMatchObject({ code: 'not-found' });
    await expect(get('')).rejects.toMatchObject(UNAUTHENTICATED);
    await expect(get(await world.testEnv.serviceToken('storage-hashing'))).rejects.toMatchObject({
      code: 'forbidden',
    });
    for (const id of unknownIds) {
      await expect(get(admin.token, id)).rejects.toMatchObject({
        code: 'not-found',
        message: 'Usuário não encontrado',
      });
    }
  });
});

describe('getPeople and listOperators', () => {
  it('returns names and leaves out unknown ids', async () => {
    const person = await newPerson(world);
    const ids = [person.id, person.id.toUpperCase(), ...unknownIds];
    const { items } = await world.rpc.getPeople({ ids }, as(admin));
    expect(items).toEqual([
      { id: person.id, firstName: 'Maria', lastName: 'da Silva', role: 'client', isActive: true },
    ]);
    expect((await world.rpc.getPeople({ ids: [] }, as(person))).items).toEqual([]);
    const many = { ids: Array.from({ length: 201 }, newId) };
    await expect(world.rpc.getPeople(many, as(person))).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(world.rpc.getPeople({ ids })).rejects.toMatchObject(UNAUTHENTICATED);
  });

  it('hides role and activity from clients, not from staff and services', async () => {
    const [client, operator] = [await newPerson(world), await newPerson(world, 'operator')];
    const ask = async (token: string) => (await world.rpc.getPeople({ ids: [admin.id] }, { token })).items[0];
    expect(await ask(client.token)).toMatchObject({ firstName: 'Maria', role: '', isActive: false });
    for (const token of [operator.token, await world.testEnv.serviceToken('registration')]) {
      expect(await ask(token)).toMatchObject({ firstName: 'Maria', role: 'admin', isActive: true });
    }
  });

  it('[people-emails] returns e-mails to admins only', async () => {
    const [person, operator] = [await newPerson(world), await newPerson(world, 'operator')];
    const ids = [person.id, ...unknownIds];
    expect((await world.rpc.getEmails({ ids }, as(admin))).items).toEqual([
      { id: person.id, email: person.email },
    ]);
    for (const other of [person, operator]) {
      await expect(world.rpc.getEmails({ ids }, as(other))).rejects.toMatchObject({ code: 'forbidden' });
    }
    const many = { ids: Array.from({ length: 201 }, newId) };
    await expect(world.rpc.getEmails(many, as(admin))).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('lists active operators and admins', async () => {
    const [active, away, client] = [
      await newPerson(world, 'operator'),
      await newPerson(world, 'operator'),
      await newPerson(world),
    ];
    await world.rpc.setActive({ id: away.id, isActive: false }, as(admin));
    const ids = (await world.rpc.listOperators({}, as(active))).items.map((one) => one.id);
    expect(ids).toEqual(expect.arrayContaining([active.id, admin.id]));
    expect(ids).not.toContain(away.id);
    expect(ids).not.toContain(client.id);
  });
});

it('returns each of many matches of a search once and in order over all pages', async () => {
  await world.db.query(`INSERT INTO users (id, email, first_name, last_name, created_at, updated_at)
    SELECT gen_random_uuid(), 'muita' || n || '@exemplo.com.br', CASE WHEN n % 2 = 0 THEN 'Comuna' ELSE 'Outra' END,
      'N' || n * 7919 % 3001, now() - interval '1 min' * (n * 31 % 3000), now() FROM generate_series(1, 3000) n`);
  for (const sort of ['createdAt', '-createdAt', 'name', '-name']) {
    const { rows } = await world.db.query<{ id: string }>(`SELECT id FROM users WHERE first_name = 'Comuna'
      ORDER BY ${orderKeys({ field: sort.endsWith('name') ? 'name' : 'createdAt', descending: sort.startsWith('-') })}`);
    const read: string[] = [];
    for (let page = 1; page <= 16; page++) {
      const request = { page: { page, limit: 100 }, search: 'Comuna', role: '', sort };
      const found = await world.rpc.listUsers(request, as(admin));
      expect([found.total, found.totalCapped]).toEqual([1_500, false]);
      read.push(...found.items.map(({ id }) => id));
    }
    expect(read).toEqual(rows.map(({ id }) => id));
  }
});
