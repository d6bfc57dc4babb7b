import { execFile } from 'node:child_process';
import { mkdtemp, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const openssl = (...args: string[]) => promisify(execFile)('openssl', args);
const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
const requestKey = (key: string, out: string, name = '', ...more: string[]) =>
  openssl('req', ...KEY, '-keyout', key, '-out', out, '-subj', `/CN=${name}`, ...more);

/** Creates a certificate authority for tests. It writes certificates into folders with cert-manager's file names. */
export async function createAuthority() {
  const home = await mkdtemp(join(tmpdir(), 'g2-tls-'));
  const [key, authority] = [join(home, 'ca.key'), join(home, 'ca.crt')];
  await requestKey(key, authority, 'inside', '-x509', '-days', '2');
  /** Replaces the certificate in the folder by a new one. */
  const renew = async (folder: string, ...names: string[]) => {
    const path = (file: string) => join(folder, file);
    await requestKey(path('new.key'), path('request'), names[0]);
    await writeFile(
      path('extensions'),
      `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}\nextendedKeyUsage=serverAuth,clientAuth\n`,
    );
    const signer = ['-CA', authority, '-CAkey', key, '-CAcreateserial', '-days', '2'];
    const request = ['-in', path('request'), '-extfile', path('extensions')];
    await openssl('x509', '-req', ...request, ...signer, '-out', path('new.crt'));
    await rename(path('new.key'), path('tls.key'));
    await rename(path('new.crt'), path('tls.crt'));
  };
  return {
    /** Creates a folder with a certificate for these names. */
    async issue(...names: string[]): Promise<string> {
      const folder = await mkdtemp(join(home, `${names[0]}-`));
      await openssl('x509', '-in', authority, '-out', join(folder, 'ca.crt'));
      await renew(folder, ...names);
      return folder;
    },
    renew,
  };
}
