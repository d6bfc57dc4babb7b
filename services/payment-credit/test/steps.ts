import type { RpcClient } from '@g2/kit/grpc-client';
import { newId } from '@g2/kit/ids';
import type { TestEnvironment } from '@g2/kit/testing';
import type { RegistrationsService } from '@g2/proto/registration';

type Place = { testEnv: TestEnvironment; registrations: RpcClient<typeof RegistrationsService> };

export const KEYS = {
  STRIPE_SECRET_KEY: 'sk_sim_test',
  STRIPE_PUBLISHABLE_KEY: 'pk_sim_test',
  STRIPE_WEBHOOK_SECRET: 'whsec_sim_test',
};

/**
 * Creates a registration with a file, by a receipt signed with the key of storage-hashing.
 * @param hash of the file; absent: a new one
 */
export async function payable(place: Place, owner: { token: string }, hash?: string): Promise<string> {
  const { id } = await place.registrations.createRegistration(
    {
      title: 'Programa de teste – versão 1',
      applicantName: 'Pessoa de Teste',
      applicantEmail: 'pessoa@example.com',
      applicantTaxId: '529.982.247-25',
      holderName: 'Titular de Teste',
      description: 'Um programa',
      jurisdiction: 'brasil',
    },
    { token: owner.token },
  );
  await upload(place, owner, id, hash);
  return id;
}

/** A new version, with its file, of a registration that was paid for and certified. */
export async function payableVersion(
  place: Place,
  owner: { token: string },
  admin: { token: string },
): Promise<string> {
  const previous = await payable(place, owner);
  for (const status of ['paid', 'reviewing', 'government_processing', 'completed', 'certificate_issued'])
    await place.registrations.changeStatus({ id: previous, status }, { token: admin.token });
  const request = { id: previous, whatIsNew: 'Relatórios' };
  const { id } = await place.registrations.createVersion(request, { token: owner.token });
  await upload(place, owner, id);
  return id;
}

export const newHash = (): string => `${newId()}${newId()}`.replaceAll('-', '');

async function upload(
  { testEnv, registrations }: Place,
  owner: { token: string },
  id: string,
  hash = newHash(),
): Promise<void> {
  const request = { registrationId: id, fileName: 'a.zip' };
  const { ticket } = await registrations.startUpload(request, { token: owner.token });
  const claims: unknown = JSON.parse(Buffer.from(ticket.split('.')[1] ?? '', 'base64url').toString());
  const receipt = await testEnv.keys('storage-hashing').sign(
    'upload-receipt',
    {
      ...(claims as object),
      objectKey: `objects/${hash}`,
      sha256: hash,
      size: 1_000,
      entries: 1,
    },
    60,
  );
  await registrations.commitUpload({ receipt });
}

/** Confirms an intent as the browser does: by publishable key, client secret and card number. */
export function confirm(
  simulator: string,
  intent: { clientSecret: string; paymentIntentId: string },
  card: string,
): Promise<Response> {
  const body = new URLSearchParams({
    client_secret: intent.clientSecret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': card,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '34',
    'payment_method_data[card][cvc]': '123',
  });
  return fetch(`${simulator}/v1/payment_intents/${intent.paymentIntentId}/confirm`, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${KEYS.STRIPE_PUBLISHABLE_KEY}` },
  });
}
