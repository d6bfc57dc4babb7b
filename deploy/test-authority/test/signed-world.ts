import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeAfterTests, eventually } from '@g2/kit/testing';
import { unzip } from '../../../services/certificate/test/unzip.ts';
import { startWorld } from '../../../services/certificate/test/world.ts';
import { startTestAuthority } from '../src/server.ts';

async function createSignedWorld() {
  const folder = mkdtempSync(join(tmpdir(), 'g2-signed-'));
  const authority = await startTestAuthority({ folder: join(folder, 'authority') });
  const world = await startWorld({
    TSA_URLS: authority.urls.join(','),
    TSA_ROOTS_FILE: authority.files.tsaRoots,
    SIGNING_P12_FILE: authority.files.p12,
    SIGNING_P12_PASSWORD: readFileSync(authority.files.password, 'utf8'),
  });
  const asOwner = async () => ({
    token: await world.testEnv.userToken({ id: world.owner.id, role: 'client' }),
  });
  const evidence = async (id: string) => world.certificates.getEvidence({ id }, await asOwner());
  return {
    folder,
    authority,
    world,
    asOwner,
    evidence,
    bundle: async (id: string) => unzip((await world.certificates.getProof({ id }, await asOwner())).content),
    stamped: (id: string, count: number) =>
      eventually(
        `${count} stamps`,
        async () => {
          const found = await evidence(id);
          return found.stamps.length === count && found.stampsPending === 0 && found.log && found;
        },
        50_000,
      ),
    async close() {
      await world.close();
      await authority.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts the certificate service with its own test authorities and signing key. Called once per test file. */
export const signedWorld = () => closeAfterTests(createSignedWorld());
