import { CertificatesDefinition } from './gen/certificate.ts';
import { FeedDefinition } from './gen/feed.ts';
import { IdentityDefinition } from './gen/identity.ts';
import { PaymentsDefinition } from './gen/payment.ts';
import { RegistrationsDefinition } from './gen/registration.ts';
import { StorageDefinition } from './gen/storage.ts';

const definitions = [
  CertificatesDefinition,
  FeedDefinition,
  IdentityDefinition,
  PaymentsDefinition,
  RegistrationsDefinition,
  StorageDefinition,
];

/** Paths ("/g2.identity.Identity/GetUser") of rpcs that are safe to retry: their .proto declares an idempotency level. */
export const repeatable: ReadonlySet<string> = new Set(
  definitions.flatMap(({ fullName, methods }) =>
    Object.values(methods)
      .filter(({ options }) => 'idempotencyLevel' in options)
      .map(({ name }) => `/${fullName}/${name}`),
  ),
);
