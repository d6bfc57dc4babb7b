import { eventually } from '@g2/kit/testing';
import { checkBundle } from '@g2/proof/check';
import { expect, it } from 'vitest';
import { levelOf } from '../../../services/certificate/src/pades/sign.ts';
import { signedWorld } from './signed-world.ts';

const { authority, world, asOwner, evidence, bundle, stamped } = await signedWorld();

it('issues a certificate while both time stamp authorities are down, and stamps it later', async () => {
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
