import './no-eval.ts';
import type { ErrorFact } from '@g2/terms/errors';
import { MAX_LENGTH } from '@g2/terms/limits';
import { MAX_PAGE, MAX_PAGE_SIZE, PAGE_MESSAGES, SORT_MESSAGE, sortsBy } from '@g2/terms/pages';
import { z } from 'zod';
import { USER_HEADER } from './headers.ts';

const INVALID_BODY = 'Corpo da requisição inválido';
const INVALID_PARAMETERS = 'Parâmetros inválidos';
const INVALID_ID = 'Identificador inválido';

/** UUID, lower-cased. `message` is the error for a missing and for a malformed value. */
export const uuidInput = (message: string = INVALID_ID) => z.uuid({ error: message }).toLowerCase();

/** Request body; unknown keys are dropped. */
export const body = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.object(shape, { error: INVALID_BODY });

/** Default page size of short lists: one page contains all items, up to 100. */
export const SHORT_LIST_PAGE_SIZE = MAX_PAGE_SIZE;

export const parameters = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.object(shape, { error: INVALID_PARAMETERS });

/** An empty value counts as absent, as in all `query…` schemas of this file. */
export const queryChoice = <const Values extends readonly string[]>(values: Values, message: string) =>
  z
    .enum([...values, ''], { error: message })
    .transform((value): Values[number] | undefined => (value === '' ? undefined : value))
    .optional();

const DATE_MESSAGE = 'Data inválida';

export const queryDay = z
  .union([z.literal('').transform(() => undefined), z.iso.date({ error: DATE_MESSAGE })], {
    error: DATE_MESSAGE,
  })
  .optional();

export const queryAccount = (message: string) =>
  z
    .union([uuidInput(message), z.literal('')], { error: message })
    .transform((value) => (value === '' ? undefined : value))
    .optional();
export const queryUser = queryAccount('Usuário inválido');

/** An absent or empty `sort` means newest first. */
export const querySort = <const Field extends string>(fields: readonly Field[]) =>
  queryChoice(sortsBy(fields), SORT_MESSAGE);

/** Comma-separated `values`; duplicates count once. */
export const queryChoices = <const Values extends readonly string[]>(values: Values, message: string) =>
  z
    .string({ error: message })
    .transform((value, ctx): Values[number][] | undefined => {
      const parts = new Set(value.split(',').map((part) => part.trim()));
      parts.delete('');
      const chosen = values.filter((known) => parts.has(known));
      if (chosen.length < parts.size) ctx.issues.push({ code: 'custom', message, input: value });
      return parts.size > 0 ? chosen : undefined;
    })
    .optional()
    .meta({ type: 'array', items: { type: 'string', enum: [...values] } });

export const queryFlag = queryChoice(['true', 'false'], 'Use true ou false').transform((value) =>
  value === undefined ? undefined : value === 'true',
);

/** `page` from 1; `limit` up to `largest`. `defaultLimit` is 12 for clients, 10 for staff. */
export const pageQuery = (defaultLimit: number, largest: number = MAX_PAGE_SIZE) =>
  parameters({
    page: z.coerce
      .number<string | number | undefined>({ error: PAGE_MESSAGES.page })
      .int(PAGE_MESSAGES.page)
      .min(1, PAGE_MESSAGES.first)
      .max(MAX_PAGE, PAGE_MESSAGES.page)
      .default(1),
    limit: z.coerce
      .number<string | number | undefined>({ error: PAGE_MESSAGES.limit })
      .int(PAGE_MESSAGES.limit)
      .min(1, PAGE_MESSAGES.small)
      .max(largest, largest === MAX_PAGE_SIZE ? PAGE_MESSAGES.large : `Limite máximo: ${largest}`)
      .default(defaultLimit),
  });
export type PageQuery = z.input<ReturnType<typeof pageQuery>>;

/** Shape of every list response (api-rules H5). */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    total: z.int().nonnegative(),
    page: z.int().positive(),
    pageSize: z.int().positive(),
    totalCapped: z.literal(true).optional(),
  });
export type Page<Item> = {
  items: Item[];
  total: number;
  page: number;
  pageSize: number;
  totalCapped?: true | undefined;
};

export const idParams = parameters({ id: uuidInput() });
export const userIdParams = parameters({ userId: uuidInput() });
/** Ids issued by third parties, such as the payment provider. */
export const providerId = z
  .string({ error: INVALID_ID })
  .regex(/^[A-Za-z0-9_-]+$/, INVALID_ID)
  .max(MAX_LENGTH.token, INVALID_ID);

/** Headers of routes that need a session. A loose object, because `z.object` would drop all other headers. */
export const sessionHeaders = z.looseObject({
  [USER_HEADER]: z
    .string()
    .optional()
    .describe('Id da conta de quem chama; sendo a sessão de outra: 409 `account-changed`, e nada é feito'),
});

export const idempotencyHeaders = sessionHeaders.extend({
  'idempotency-key': z
    .string({ error: 'Idempotency-Key inválida' })
    .regex(/^[\x21-\x7e]+$/, 'Idempotency-Key inválida')
    .max(MAX_LENGTH.idempotencyKey, 'Idempotency-Key inválida')
    .optional(),
});

/** Enum value from a service. Unknown values of a newer release pass through, so callers need a fallback. */
export const openEnum = <const Values extends readonly string[]>(known: Values) =>
  z
    .custom<Values[number]>((value) => typeof value === 'string')
    .meta({ type: 'string', examples: [...known], description: `Conhecidos: ${known.join(', ')}` });

/** ISO 8601, UTC. */
export const timestamp = z.iso.datetime();
export const id = z.uuid();
/** Lower-case hex. */
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
export const sha512 = z.string().regex(/^[0-9a-f]{128}$/);
export const cents = z.int();
/** Hundredths of a credit. */
export const credits = z.int();
export const count = z.int().nonnegative();
/** Civil day of São Paulo, in responses. */
export const civilDay = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** The name of a deleted account is "Usuário removido". */
export const person = z.object({ id, firstName: z.string(), lastName: z.string() }).meta({ id: 'Person' });
export type Person = z.infer<typeof person>;

const hundredths = (what: string) => z.string().optional().describe(`${what}, em centésimos de crédito`);

const errorFacts = {
  registrationId: id
    .optional()
    .describe('Outro registro de quem pede: o que já tem o arquivo, ou a versão que já segue'),
  needed: hundredths('O que custa'),
  balance: hundredths('O que há'),
  missing: hundredths('O que falta'),
  owed: hundredths('O que se deve'),
  mfaToken: z.string().optional().describe('O que acompanha o código do segundo fator; vale 5 minutos'),
  mfaMethods: z
    .string()
    .optional()
    .describe('O que serve de segundo fator: totp, passkey, recovery; por vírgulas'),
} satisfies Record<ErrorFact, z.ZodType>;

export const errorBody = z
  .object({
    message: z.string(),
    /** Stable error code. The description of the OpenAPI document lists all codes. */
    code: z.string(),
    requestId: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
    ...errorFacts,
  })
  .meta({ id: 'Error' });

/** First message of each field, by dotted path. Used as `fields` of a validation error. */
export const firstMessages = (
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): Record<string, string> => {
  const messages: Record<string, string> = {};
  for (const issue of issues) messages[issue.path.map(String).join('.')] ??= issue.message;
  return messages;
};
