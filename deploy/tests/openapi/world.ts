import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';
import { details } from '../e2e/support/access.ts';

export const ROLES = ['visitor', 'client', 'operator', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** Demo accounts of a stack with G2_DEMO=1. */
const ACCOUNTS = {
  client: { email: 'cliente@g2.local', password: 'Cliente-2026!' },
  operator: { email: 'operador@g2.local', password: 'Operador-2026!' },
  admin: { email: 'admin@g2.local', password: 'Admin-2026!' },
} as const;

/** Signs in a demo account. @returns the session cookie value */
export async function signIn(url: string, role: keyof typeof ACCOUNTS): Promise<string> {
  const response = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ACCOUNTS[role]),
  });
  const [, session] = /g2_session=([^;]+)/.exec(response.headers.getSetCookie().join()) ?? [];
  if (session === undefined) throw new Error(`${role} cannot sign in at ${url}: ${response.status}`);
  return session;
}

type Ask = (path: string, body: unknown) => Promise<{ id: string }>;

const by =
  (url: string, session: string): Ask =>
  async (path, body) => {
    const isFile = body instanceof Uint8Array;
    const response = await fetch(url + path, {
      method: path.endsWith('/status') ? 'PATCH' : 'POST',
      headers: {
        cookie: `g2_session=${session}`,
        'content-type': isFile ? 'application/zip' : 'application/json',
        ...(isFile ? { 'x-file-name': 'fonte.zip' } : {}),
      },
      body: isFile ? new Uint8Array(body) : JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { id: string };
  };

function newZip(): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  zip.addBuffer(randomBytes(64), 'fonte.txt');
  zip.end();
  return buffer(zip.outputStream);
}

/** Statuses set by the admin, who records the payment manually. */
const STATUS_SEQUENCE = ['paid', 'reviewing', 'government_processing', 'completed', 'certificate_issued'];

/** Creates registrations of the demo client: with a file, paid, certified, and a draft. @returns their ids */
export async function createFixtures(url: string): Promise<string[]> {
  const client = by(url, await signIn(url, 'client'));
  const admin = by(url, await signIn(url, 'admin'));
  const ids: string[] = [];
  for (const steps of [0, 1, STATUS_SEQUENCE.length]) {
    const { id } = await client('/api/registrations', details);
    ids.push(id);
    await client(`/api/registrations/${id}/upload`, await newZip());
    for (const status of STATUS_SEQUENCE.slice(0, steps))
      await admin(`/api/admin/registrations/${id}/status`, { status });
  }
  const draft = await client('/api/registrations', details);
  return [...ids, draft.id];
}
