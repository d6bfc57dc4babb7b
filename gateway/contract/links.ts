import { z } from 'zod';
import { answerWord, body, parameters, timestamp } from './common.ts';

const PROVIDER_KINDS = ['oidc', 'github'] as const;

const UNKNOWN = 'Provedor de identidade desconhecido';
/** Names a provider of the configuration. */
const providerId = z.string({ error: UNKNOWN }).regex(/^[a-z][a-z0-9-]{0,30}$/, UNKNOWN);

/** Whatever stands there: one that cannot be leads back to the page, as one that is unknown does. */
export const externalLoginQuery = parameters({
  provider: z.string().max(200).optional().describe('O id de um provedor; sem ele, o primeiro'),
  next: z.string().max(1_000).optional().describe('A página daqui a que se volta'),
});

export const providerParams = parameters({ provider: providerId });
export const linkBody = body({ provider: providerId });

const loginProvider = z
  .object({ id: z.string(), name: z.string(), kind: answerWord(PROVIDER_KINDS) })
  .meta({ id: 'LoginProvider' });
export type LoginProvider = z.infer<typeof loginProvider>;
export const loginProviders = z.object({ items: z.array(loginProvider) }).meta({ id: 'LoginProviders' });

const linkedAccount = z
  .object({
    provider: z.string(),
    /** As people know the provider; of one that is not configured any more its id. */
    name: z.string(),
    /** As the provider last told it; null where it has not been asked since. */
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
