import { expect, it } from 'vitest';
import { orderKeys } from '../src/store-order.ts';
import { newPerson, ownWorld } from './world.ts';

const world = await ownWorld();
const admin = await newPerson(world, 'admin');
const LIMIT = 100;

it('a search that finds many has each of them once, in order, from the first page to the last', async () => {
  await world.db.query(`INSERT INTO users (id, email, first_name, last_name, created_at, updated_at)
    SELECT gen_random_uuid(), 'muita' || n || '@exemplo.com.br', CASE WHEN n % 2 = 0 THEN 'Comuna' ELSE 'Outra' END,
      'N' || n * 7919 % 3001, now() - interval '1 min' * (n * 31 % 3000), now() FROM generate_series(1, 3000) n`);
  for (const sort of ['createdAt', '-createdAt', 'name', '-name']) {
    const { rows } = await world.db.query<{ id: string }>(`SELECT id FROM users WHERE first_name = 'Comuna'
      ORDER BY ${orderKeys({ field: sort.endsWith('name') ? 'name' : 'createdAt', descending: sort.startsWith('-') })}`);
    const read: string[] = [];
    for (let page = 1; page <= 16; page++) {
      const request = { page: { page, limit: LIMIT }, search: 'Comuna', role: '', sort };
      const found = await world.rpc.listUsers(request, { token: admin.token });
      expect([found.total, found.totalCapped]).toEqual([1_500, false]);
      read.push(...found.items.map(({ id }) => id));
    }
    expect(read).toEqual(rows.map(({ id }) => id));
  }
});
