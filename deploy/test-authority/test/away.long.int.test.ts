import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@g2/kit/testing';
import { checkBundle } from '@g2/proof/check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { levelOf } from '../../../services/certificate/src/pades/sign.ts';
import { unzip } from '../../../services/certificate/test/unzip.ts';
import { startWorld, type World } from '../../../services/certificate/test/world.ts';
import { type RunningAuthority, startTestAuthority } from '../src/server.ts';

/** The service with two authorities and a key of the test's own. */
const folder = mkdtempSync(join(tmpdir(), 'g2-signed-'));
let authority: RunningAuthority;
let world: World;

beforeAll(async () => {
  authority = await startTestAuthority({ folder: join(folder, 'authority') });
  world = await startWorld({
    TSA_URLS: authority.urls.join(','),
    TSA_ROOTS_FILE: authority.files.tsaRoots,
    SIGNING_P12_FILE: authority.files.p12,
    SIGNING_P12_PASSWORD: readFileSync(authority.files.password, 'utf8'),
  });
});
afterAll(async () => {
  await world?.close();
  await authority?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const asOwner = async () => ({ token: await world.bed.userToken({ id: world.owner.id, role: 'client' }) });
const evidence = async (id: string) => world.certificates.getEvidence({ id }, await asOwner());
const bundle = async (id: string) =>
  unzip((await world.certificates.getProof({ id }, await asOwner())).content);
const stamped = (id: string, count: number) =>
  eventually(
    `${count} stamps`,
    async () => {
      const found = await evidence(id);
      return found.stamps.length === count && found.stampsPending === 0 && found.log && found;
    },
    50_000,
  );

it('with both authorities away a certificate is issued at once, and gets its stamps when they are back', async () => {
  authority.setTrouble('failing');
  const { id } = await world.register('Sem carimbo');
  await world.advance(id);
  await eventually('issued', async () => (await evidence(id)).number);
  const before = await world.certificates.getCertificate({ id }, await asOwner());
  expect(levelOf(Buffer.from(before.content))).toBe('B-B');
  expect((await evidence(id)).stampsPending).toBe(2);
  authority.setTrouble(null);
  await stamped(id, 4);
  const after = await world.certificates.getCertificate({ id }, await asOwner());
  expect(levelOf(Buffer.from(after.content))).toBe('B-LTA');
  const bytes = Buffer.from(before.content);
  expect(Buffer.from(after.content).subarray(0, bytes.length).equals(bytes)).toBe(true);
  expect(checkBundle(await bundle(id)).filter(({ outcome }) => outcome === 'fails')).toEqual([]);
}, 90_000);
