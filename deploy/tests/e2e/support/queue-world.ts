import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';
import { type Client, demoSession, signUp, type User } from './client.ts';
import { details } from './journey.ts';

const STATUS_SEQUENCE = [
  'submitted',
  'paid',
  'reviewing',
  'government_processing',
  'completed',
  'certificate_issued',
] as const;
type QueuedStatus = (typeof STATUS_SEQUENCE)[number];

/** A client, an operator and registrations. Every title contains `mark`, which is unique and finds them in a search. */
export type QueueFixture = {
  mark: string;
  client: Client;
  operator: Client;
  operatorUser: User & { password: string };
  admin: Client;
  /** Creates a registration named `<mark> <name>` in this status. @returns its id */
  add(name: string, status: QueuedStatus, more?: object, files?: Files): Promise<string>;
  assign(id: string): Promise<unknown>;
  /**
   * Owner of the registration. An account may have ten unpaid registrations with a file, so further ones get
   * another owner.
   */
  ownerOf(id: string): Client;
};

type Files = Readonly<Record<string, string>>;

/** A ZIP with random bytes, so that its hash is new. */
async function smallZip(files: Files): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  zip.addBuffer(randomBytes(2048), 'fonte.bin');
  for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return buffer(zip.outputStream);
}

const MOST_UNPAID = 9;

export async function queueWorld(base: string): Promise<QueueFixture> {
  const [{ client }, made, admin] = await Promise.all([
    signUp(base),
    signUp(base),
    demoSession(base, 'admin'),
  ]);
  await admin.patch(`/api/admin/users/${made.user.id}/role`, { role: 'operator' });
  await made.client.patch('/api/auth/user', { firstName: 'Otávia', lastName: 'Prado' });
  const mark = `F${randomBytes(4).toString('hex')}`;
  let owner = { client, unpaid: 0 };
  const owners = new Map<string, Client>();
  const nextOwner = async (): Promise<Client> => {
    if (owner.unpaid >= MOST_UNPAID) owner = { client: (await signUp(base)).client, unpaid: 0 };
    return owner.client;
  };
  return {
    mark,
    client,
    operator: made.client,
    operatorUser: { ...made.user, password: made.password },
    admin,
    ownerOf: (id) => owners.get(id) ?? client,
    assign: (id) =>
      admin.post(`/api/admin/registrations/${id}/assign-operator`, { operatorId: made.user.id }),
    async add(name, status, more = {}, files = {}) {
      const body = { ...details, title: `${mark} ${name}`, ...more };
      const by = await nextOwner();
      const { id } = await by.post<{ id: string }>('/api/registrations', body);
      const bytes = await smallZip(files);
      owners.set(id, by);
      await by.ok(`/api/registrations/${id}/upload`, {
        method: 'POST',
        raw: { bytes, type: 'application/zip' },
        headers: { 'x-file-name': 'fonte.zip' },
      });
      if (status === 'submitted') owner.unpaid += 1;
      const path = `/api/admin/registrations/${id}/status`;
      for (let at = 0; STATUS_SEQUENCE[at] !== status; at += 1) {
        await admin.patch(path, { status: STATUS_SEQUENCE[at + 1], expectedStatus: STATUS_SEQUENCE[at] });
      }
      return id;
    },
  };
}

export async function createOperator(
  base: string,
  { admin }: QueueFixture,
  firstName: string,
  lastName: string,
): Promise<{ client: Client; id: string }> {
  const { client, user } = await signUp(base);
  await admin.patch(`/api/admin/users/${user.id}/role`, { role: 'operator' });
  await client.patch('/api/auth/user', { firstName, lastName });
  return { client, id: user.id };
}
