import { AppError } from './errors.ts';

/** Scopes of an API token with their descriptions. No scope covers payments, the account or staff functions. */
export const SCOPES = {
  'registrations:read': 'Ler os seus registros: dados, titulares, status e histórico.',
  'registrations:write':
    'Criar registros, alterar os dados e os titulares, e excluir os que nunca foram pagos.',
  'files:write': 'Enviar o ZIP de um registro e acompanhar o envio.',
  'certificates:read': 'Baixar o certificado, o pacote de prova e o recibo.',
} as const satisfies Record<string, string>;

export type Scope = keyof typeof SCOPES;
export const isScope = (text: string): text is Scope => Object.hasOwn(SCOPES, text);
export const SCOPE_NAMES: readonly Scope[] = Object.keys(SCOPES).filter(isScope);

/** Maximum tokens per account; expired and revoked ones do not count. */
export const MAX_API_TOKENS = 20;
/** Lifetimes on offer, in days. A token may also be valid until it is revoked. */
export const TOKEN_DAYS = [30, 90, 365] as const;
export const TOKEN_NAME_MAX = 60;

/** Prefix that identifies a token to people and to secret scanners. */
const TOKEN_PREFIX = 'g2_';
export const TOKEN_RANDOM_LENGTH = 40;
const CHECK = 6;
/** Characters of a token that are shown so that its owner can identify it. */
const SHOWN = TOKEN_PREFIX.length + 5;
const SHAPE = new RegExp(`^${TOKEN_PREFIX}[0-9A-Za-z]{${TOKEN_RANDOM_LENGTH + CHECK}}$`);
export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Builds a token: the prefix, `TOKEN_RANDOM_LENGTH` random base-62 characters, and a checksum of six characters. */
export const apiToken = (randomPart: string): string => `${TOKEN_PREFIX}${randomPart}${checksum(randomPart)}`;

export const tokenPrefix = (token: string): string => token.slice(0, SHOWN);

/** Checks shape and checksum only, to catch typing errors. It does not prove that the token exists. */
export const isApiToken = (text: string): boolean =>
  SHAPE.test(text) && text === apiToken(text.slice(TOKEN_PREFIX.length, -CHECK));

/** CRC-32 (ISO 3309) in base 62. */
function checksum(text: string): string {
  let rest = crc32(text);
  let letters = '';
  for (let i = 0; i < CHECK; i++) {
    letters = `${BASE62[rest % BASE62.length]}${letters}`;
    rest = Math.floor(rest / BASE62.length);
  }
  return letters;
}

function crc32(ascii: string): number {
  let crc = 0xffff_ffff;
  for (const letter of ascii) {
    crc ^= letter.charCodeAt(0);
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb8_8320 : crc >>> 1;
  }
  return (crc ^ 0xffff_ffff) >>> 0;
}

/** Error for a token without a needed scope. @param needed one of these is enough; empty: no token may make the call */
export function scopeRefusal(needed: readonly Scope[] = []): AppError {
  if (needed.length === 0) {
    const message = 'Esta chamada não aceita tokens de API: entre com a sua conta no site.';
    return new AppError('token-scope', { message });
  }
  const message = `O token não tem o escopo que esta chamada pede: ${needed.join(' ou ')}. Crie outro com ele.`;
  return new AppError('token-scope', { message });
}
