import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAuthorities } from '../src/authorities/authorities.ts';
import { openRevocation } from '../src/pades/revocation.ts';
import type { SigningServices } from '../src/pades/sign.ts';
import { openSigner } from '../src/pades/signer.ts';

const MAIN = new URL('../../../deploy/test-authority/src/main.ts', import.meta.url).pathname;

type Trouble = 'failing' | 'silent' | null;

export type TestAuthority = {
  url: string;
  urls: string[];
  /** Root certificates of the time stamp authorities, PEM. */
  roots: string[];
  /** Path of a file in the folder of the test authority. */
  path(name: string): string;
  password: string;
  /** @param which one of the two authorities, or the CRLs; absent: all */
  setFailure(trouble: Trouble, which?: 1 | 2 | 'lists'): Promise<void>;
  /** Signing services that use the test authority; they add their failures to the array. */
  signing(failures?: unknown[]): Promise<SigningServices>;
  close(): Promise<void>;
};

/** Starts deploy/test-authority with a temporary folder. */
export async function startAuthority(): Promise<TestAuthority> {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-authority-'));
  const env = { G2_DEMO: '1', FOLDER: folder, PORT: '0' };
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  const [, url] = /^test-authority ready: (\S+)/.exec(String(line)) ?? [];
  if (url === undefined) throw new Error('the test authority did not start');
  const path = (name: string) => join(folder, name);
  const roots = readFileSync(path('carimbos-raizes.pem'), 'utf8').split(/(?<=-----END CERTIFICATE-----\n)/);
  const urls = [`${url}/carimbo/1`, `${url}/carimbo/2`];
  const password = readFileSync(path('assinatura.senha'), 'utf8');
  return {
    url,
    urls,
    roots,
    path,
    password,
    async setFailure(trouble, which) {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ trouble, which });
      const { status } = await fetch(`${url}/_test/trouble`, { method: 'POST', headers, body });
      if (status !== 200) throw new Error(`the test authority answered ${status}`);
    },
    signing: async (failures = []) => ({
      signer: await openSigner(path('assinatura.p12'), password),
      authorities: openAuthorities({ urls, roots }),
      revocation: openRevocation({ roots }),
      onFailure: (error) => void failures.push(error),
    }),
    async close() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      rmSync(folder, { recursive: true });
    },
  };
}
