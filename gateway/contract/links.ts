import { z } from 'zod';
import { body, openEnum, parameters, timestamp } from './common.ts';

const UNKNOWN = 'Provedor de identidade desconhecido';
/** Id of a configured provider. */
const providerId = z.string({ error: UNKNOWN }).regex(/^[a-z][a-z0-9-]{0,30}$/, UNKNOWN);

/** Accepts any value: an impossible provider redirects to the page like an unknown one. */
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
    /** Display name; the provider's id when it is no longer configured. */
    name: z.string(),
    /** As last reported by the provider; null for links not used since this was recorded. */
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
