import { MAX_LENGTH } from '@g2/terms/limits';
import { z } from 'zod';
import { body, count, pageOf, parameters, timestamp } from './common.ts';
import { rawText } from './texts.ts';

/** Characters: enough for the longest code typed with blanks. */
const CODE_MAX = 60;
const NAME_MAX = 60;
/** Longest authenticator response, in base64url characters. */
const BYTES_MAX = 65_536;

const codeText = (message: string) => rawText(CODE_MAX, message);
const base64urlBytes = (message = 'Chave de acesso inválida') =>
  z
    .string({ error: message })
    .regex(/^[A-Za-z0-9_-]*$/, message)
    .max(BYTES_MAX, message);
const MISSING_CODE = 'Informe o código';
const EXPIRED = 'Comece outra vez';
/** Token signed by the server. The client sends it back unchanged. */
const signedToken = z
  .string({ error: EXPIRED })
  .regex(/^[\w.-]*$/, EXPIRED)
  .max(2_000, EXPIRED);

export const factors = z
  .object({
    totp: z.boolean(),
    passkeys: count,
    /** Unused. */
    recoveryCodes: count,
  })
  .meta({ id: 'Factors' });
export type Factors = z.infer<typeof factors>;

export const totpSecret = z
  .object({ secret: z.string().describe('Base32'), otpauthUrl: z.string() })
  .meta({ id: 'TotpSecret' });

export const codeBody = body({ code: codeText(MISSING_CODE) });

export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) }).meta({ id: 'RecoveryCodes' });

/**
 * Options for the browser's `navigator.credentials`, and the
 * `flow` that the client sends back with the result.
 */
export const passkeyChallenge = z
  .object({
    options: z.record(z.string(), z.unknown()).describe('Para navigator.credentials (WebAuthn), em JSON'),
    flow: z.string(),
  })
  .meta({ id: 'PasskeyChallenge' });

/** Part of the JSON that `PublicKeyCredential.toJSON()` returns; other members are dropped. */
const passkeyAttestation = body({
  id: base64urlBytes(),
  response: z.object({
    clientDataJSON: base64urlBytes(),
    attestationObject: base64urlBytes(),
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
});
const passkeyAssertion = body({
  id: base64urlBytes(),
  response: z.object({
    clientDataJSON: base64urlBytes(),
    authenticatorData: base64urlBytes(),
    signature: base64urlBytes(),
    userHandle: base64urlBytes().nullish(),
  }),
});
export type PasskeyAssertion = z.output<typeof passkeyAssertion>;

const passkeyName = rawText(MAX_LENGTH.name, 'Nome inválido', 0).describe(
  `No máximo ${NAME_MAX} caracteres; vazio: 'Chave de acesso'`,
);

export const addPasskeyBody = body({ flow: signedToken, response: passkeyAttestation, name: passkeyName });
export const renamePasskeyBody = body({ name: passkeyName });
export const passkeyParams = parameters({ id: base64urlBytes() });

export const passkey = z
  .object({
    id: z.string(),
    name: z.string(),
    createdAt: timestamp,
    lastUsedAt: timestamp.nullable(),
    backedUp: z.boolean(),
  })
  .meta({ id: 'Passkey' });
export type Passkey = z.infer<typeof passkey>;
export const passkeyPage = pageOf(passkey).meta({ id: 'PasskeyPage' });

/** `recoveryCodes` is present only if the account had no second factor before. */
export const addedPasskey = passkey
  .extend({ recoveryCodes: z.array(z.string()).optional() })
  .meta({ id: 'AddedPasskey' });

const factorFields = {
  code: codeText(MISSING_CODE).optional(),
  flow: signedToken.optional(),
  passkey: passkeyAssertion.optional(),
};
const hasFactor = ({ code, flow, passkey: given }: { code?: unknown; flow?: unknown; passkey?: unknown }) =>
  code !== undefined || (flow !== undefined && given !== undefined);

/** Needs `code` (from the authenticator app, or a recovery code), or `passkey` together with its `flow`. */
export const factorLoginBody = body({ mfaToken: signedToken, ...factorFields }).refine(hasFactor, {
  error: MISSING_CODE,
  path: ['code'],
});
export type FactorLoginBody = z.input<typeof factorLoginBody>;

export const startPasskeyLoginBody = body({ mfaToken: signedToken.optional() });
export const passkeyLoginBody = body({ flow: signedToken, response: passkeyAssertion });

/** Needs the password. An account with a second factor sends a `code`, or `passkey` with its `flow`, instead. */
export const confirmBody = body({
  password: rawText(MAX_LENGTH.password, 'Senha é obrigatória').optional(),
  ...factorFields,
}).refine((given) => given.password !== undefined || hasFactor(given), {
  error: 'Informe a senha ou o código',
  path: ['password'],
});
export type ConfirmBody = z.input<typeof confirmBody>;

export const confirmChallenge = z
  .object({
    methods: z
      .array(z.string())
      .describe('password, totp, passkey, recovery; vazio: só entrando de novo pelo provedor de identidade'),
    passkey: passkeyChallenge.nullable(),
  })
  .meta({ id: 'ConfirmChallenge' });
export type ConfirmChallenge = z.infer<typeof confirmChallenge>;
