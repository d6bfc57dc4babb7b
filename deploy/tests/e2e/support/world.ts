import { randomUUID } from 'node:crypto';
import { eventually } from '@g2/kit/testing';
import { Client, demoSession, logIn, signUp, type User } from './client.ts';
import { makeSourceZip } from './files.ts';

export type ActorName = 'anonymous' | 'client' | 'operator' | 'admin' | 'deactivated';
export const actorNames: ActorName[] = ['anonymous', 'client', 'operator', 'admin', 'deactivated'];

export type ResourceIds = {
  user: string;
  registration: string;
  holder: string;
  payment: string;
  upload: string;
};

const registration = (title: string) => ({
  title,
  applicantName: 'Ana',
  applicantEmail: 'ana@example.com',
  applicantTaxId: '11144477735',
  holderName: 'Ana',
  description: 'Um programa',
  jurisdiction: 'global',
});

/** Creates a registration with a file, a holder and an open card payment. */
export async function createResources(client: Client): Promise<ResourceIds> {
  const me = await client.ok<User>('/api/auth/user');
  const made = await client.post<{ id: string }>('/api/registrations', registration('Matriz'));
  const zip = await makeSourceZip();
  await client.ok(`/api/registrations/${made.id}/upload`, {
    method: 'POST',
    raw: { bytes: zip.bytes, type: 'application/zip' },
    headers: { 'x-file-name': 'fonte.zip' },
  });
  const begun = await client.send(`/api/registrations/${made.id}/uploads`, {
    method: 'POST',
    headers: { 'upload-length': '100', 'upload-metadata': `filename ${btoa('fonte.zip')}` },
  });
  const holder = await client.post<{ id: string }>(`/api/registrations/${made.id}/holders`, {
    holderName: 'Ana',
    holderTaxId: '11144477735',
    ownershipPercentage: 10,
  });
  const intent = await client.post<{ paymentIntentId: string }>(
    `/api/registrations/${made.id}/payment-intent`,
  );
  const files = `/api/registrations/${made.id}/files?limit=1`;
  await eventually('its file was looked into', async () => (await client.send(files)).status === 200);
  const upload = begun.headers.get('location')?.split('/').at(-1) ?? '';
  return {
    user: me.id,
    registration: made.id,
    holder: holder.id,
    payment: intent.paymentIntentId,
    upload,
  };
}

export const absentResourceIds = (): ResourceIds => ({
  user: randomUUID(),
  registration: randomUUID(),
  holder: randomUUID(),
  payment: `pi_${randomUUID().replaceAll('-', '')}`,
  upload: randomUUID(),
});

export async function actor(base: string, name: ActorName): Promise<Client> {
  if (name === 'anonymous') return new Client(base);
  const { client, user, password } = await signUp(base);
  if (name === 'client') return client;
  const admin = await demoSession(base, 'admin');
  if (name === 'deactivated') {
    await admin.patch(`/api/admin/users/${user.id}/deactivate`);
    return client;
  }
  await admin.patch(`/api/admin/users/${user.id}/role`, { role: name });
  return logIn(base, { email: user.email, password });
}
