import { randomBytes } from 'node:crypto';
import { eventually } from '@g2/kit/testing';
import { facts } from '@g2/proto/facts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld, type World } from './world.ts';

/** Tests the audit entries of downloaded proofs. */
let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

const recorded = async (id: string): Promise<unknown[]> => {
  const query = "SELECT data -> 'detail' AS detail FROM outbox WHERE type = $1 AND data ->> 'subjectId' = $2";
  const { rows } = await world.pool.query<{ detail: unknown }>(query, [facts.certificateAct.type, id]);
  return rows.map(({ detail }) => detail);
};

it('a proof that the staff download is recorded, and one that is refused is not', async () => {
  const { testEnv, owner, admin, certificates } = world;
  const { id } = await world.register('Baixado pela equipe');
  const download = ({ token }: { token: string }) => certificates.getProof({ id }, { token });
  await eventually('there is a proof', () => download(owner));
  expect(await recorded(id)).toEqual([]);
  await download(admin);
  expect(await recorded(id)).toEqual([{ what: 'proof' }]);
  // Replaces the file in the database, without an event: there is no evidence of it yet.
  const registration = testEnv.pool({ connectionString: testEnv.env('registration').DATABASE_URL, max: 1 });
  const change = 'UPDATE registrations SET sha256 = $2, file_attached_at = now() WHERE id = $1';
  await registration.query(change, [id, randomBytes(32).toString('hex')]);
  await expect(download(admin)).rejects.toMatchObject({ code: 'certificate-not-available' });
  expect(await recorded(id)).toHaveLength(1);
});
