import { z } from 'zod';
import { body, openEnum, parameters, timestamp } from './common.ts';

const UNKNOWN = 'Provedor de identidade desconhecido';
/** Id of an identity provider. */
const providerId = z.string({ error: UNKNOWN }).regex(/^[a-z][a-z0-9-]{0,30}$/, UNKNOWN);

/** Accepts any `provider`: a malformed id redirects to the page with an error, as an unknown one does. */
export const externalLoginQuery = parameters({
  provider: z.string().max(200).optional().describe('O id de um provedor; sem ele, o primeiro'),
  next: z.string().max(1_000).optional().describe('A página daqui a que se volta'),
});

export const providerParams = parameters({ provider: providerId });
export const linkBody = body({ provider: providerId });

const loginProvider = z
  .object({ id: z.string(), name: z.string(), kind: openEnum(['oidc', 'github']) })
  .meta({ id: 'LoginProvider' });
export type LoginProvider = z.infer<typeof loginProvider>;
export const loginProviders = z.object({ items: z.array(loginProvider) }).meta({ id: 'LoginProviders' });

const linkedAccount = z
  .object({
    provider: z.string(),
    /** Display name of the provider, or its id when the provider is no longer configured. */
    name: z.string(),
    /** E-mail that the provider last reported; null for a link that was not used since e-mails are recorded. */
    email: z.string().nullable(),
    linkedAt: timestamp,
    lastUsedAt: timestamp.nullable(),
  })
  .meta({ id: 'LinkedAccount' });
export type LinkedAccount = z.infer<typeof linkedAccount>;
export const linkedAccounts = z.object({ items: z.array(linkedAccount) }).meta({ id: 'LinkedAccounts' });

export const startedLink = z
  .object({ redirectUrl: z.string().describe('O provedor; o navegador volta de lá a /profile/seguranca') })
  .meta({ id: 'StartedLink' });
