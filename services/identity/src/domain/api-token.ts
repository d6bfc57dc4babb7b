import { isScope, SCOPE_NAMES, type Scope, TOKEN_DAYS, TOKEN_NAME_MAX } from '@g2/terms/api-tokens';
import { cleanLine } from '@g2/terms/characters';
import { invalidField } from '@g2/terms/errors';
import { lineError } from '@g2/terms/text';

const DAY_MS = 24 * 3_600_000;

/** Precision of the displayed time of last use, ms. A token check writes it only after this interval. */
export const LAST_USE_PRECISION_MS = 60_000;

export type ValidTokenRequest = { name: string; scopes: Scope[]; expiresAt: Date | null };

/** @param days until the token expires; undefined: never @throws AppError invalid-input */
export function checkTokenRequest(
  { name: typed, scopes, days }: { name: string; scopes: readonly string[]; days: number | undefined },
  now: Date,
): ValidTokenRequest {
  const name = cleanLine(typed);
  if (name === '') throw invalidField('name', 'Dê um nome ao token');
  const problem = lineError(name, TOKEN_NAME_MAX);
  if (problem) throw invalidField('name', problem);
  if (!scopes.every(isScope)) throw invalidField('scopes', 'Escopo desconhecido');
  if (scopes.length === 0) throw invalidField('scopes', 'Escolha ao menos um escopo');
  if (days !== undefined && !TOKEN_DAYS.some((one) => one === days)) {
    throw invalidField('expiresInDays', 'Validade inválida');
  }
  return {
    name,
    // Removes duplicates and sorts the scopes in display order.
    scopes: SCOPE_NAMES.filter((one) => scopes.includes(one)),
    expiresAt: days === undefined ? null : new Date(now.getTime() + days * DAY_MS),
  };
}
