import { SCOPE_NAMES, TOKEN_DAYS, TOKEN_NAME_MAX } from '@g2/terms/api-tokens';
import { z } from 'zod';
import { body, openEnum, pageOf, timestamp } from './common.ts';
import { rawText } from './texts.ts';

export {
  MAX_API_TOKENS,
  SCOPE_NAMES,
  SCOPES,
  TOKEN_DAYS,
  TOKEN_NAME_MAX,
} from '@g2/terms/api-tokens';

const NAME_INPUT_MAX = 2 * TOKEN_NAME_MAX;

export const createTokenBody = body({
  name: rawText(NAME_INPUT_MAX, 'Dê um nome ao token').describe(`De 1 a ${TOKEN_NAME_MAX} caracteres`),
  scopes: z
    .array(z.enum(SCOPE_NAMES, { error: 'Escopo desconhecido' }), { error: 'Escolha ao menos um escopo' })
    .min(1, 'Escolha ao menos um escopo')
    .max(SCOPE_NAMES.length, 'Escolha cada escopo uma vez'),
  expiresInDays: z
    .literal([...TOKEN_DAYS, null], { error: 'Validade inválida' })
    .describe('null: não expira'),
});
export type CreateTokenBody = z.input<typeof createTokenBody>;

const fields = {
  id: z.uuid(),
  name: z.string(),
  scopes: z.array(openEnum(SCOPE_NAMES)),
  prefix: z.string().describe('O começo do token, para reconhecê-lo'),
  createdAt: timestamp,
  expiresAt: timestamp.nullable(),
  lastUsedAt: timestamp.nullable().describe('Com atraso de até um minuto'),
};

export const apiToken = z.object(fields).meta({ id: 'ApiToken' });
export type ApiToken = z.infer<typeof apiToken>;
export const apiTokenPage = pageOf(apiToken).meta({ id: 'ApiTokenPage' });

export const createdApiToken = z
  .object({ ...fields, token: z.string().describe('O token em claro: só aqui, e só agora') })
  .meta({ id: 'CreatedApiToken' });
export type CreatedApiToken = z.infer<typeof createdApiToken>;
