import type { Act } from '@g2/terms/acts';
import { AppError } from '@g2/terms/errors';
import { MAX_LENGTH } from '@g2/terms/limits';
import {
  ADMIN_CREDIT_DELTA_LIMIT,
  CREDIT_DELTA_LIMIT,
  DELTA_ZERO_MESSAGE,
  deltaMessage,
} from '@g2/terms/prices';
import { isLonger } from '@g2/terms/text';

export type Adjustment = {
  userId: string;
  /** Hundredths of a credit. */
  delta: number;
  reason: string;
  referenceType: string | null;
  referenceId: string | null;
};

export type AdjustmentRequest = Pick<Adjustment, 'userId' | 'delta' | 'reason'> & {
  referenceType?: string | undefined;
  referenceId?: string | undefined;
  /** Largest absolute delta of the gateway route that was called, hundredths of a credit (spec §5). */
  limit: number;
};

const LIMITS: readonly number[] = [CREDIT_DELTA_LIMIT, ADMIN_CREDIT_DELTA_LIMIT];
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Messages: spec §5. @throws AppError invalid-input naming each invalid field */
export function parseAdjustment(request: AdjustmentRequest): Adjustment {
  if (!LIMITS.includes(request.limit)) throw new AppError('invalid-input');
  const reason = request.reason.trim();
  const fields: Record<string, string> = {};
  if (request.userId === '') fields.userId = 'userId required';
  else if (!UUID.test(request.userId)) fields.userId = 'Usuário inválido';
  const wrongDelta = deltaError(request.delta, request.limit);
  if (wrongDelta) fields.delta = wrongDelta;
  if (reason === '') fields.reason = 'Motivo é obrigatório';
  else if (!isText(reason, MAX_LENGTH.reason)) {
    fields.reason = `Motivo não pode exceder ${MAX_LENGTH.reason} caracteres`;
  }
  for (const name of ['referenceType', 'referenceId'] as const) {
    if (!isText(request[name] ?? '', MAX_LENGTH.reference)) {
      fields[name] = `Referência não pode exceder ${MAX_LENGTH.reference} caracteres`;
    }
  }
  const [message] = Object.values(fields);
  if (message) throw new AppError('invalid-input', { message, fields });
  return {
    userId: request.userId.toLowerCase(),
    delta: request.delta,
    reason,
    referenceType: request.referenceType?.trim() || null,
    referenceId: request.referenceId?.trim() || null,
  };
}

function deltaError(delta: number, limit: number): string | undefined {
  if (!Number.isSafeInteger(delta) || Math.abs(delta) > limit) return deltaMessage(limit);
  return delta === 0 ? DELTA_ZERO_MESSAGE : undefined;
}

/** PostgreSQL rejects NUL in text. */
const isText = (text: string, max: number): boolean => !isLonger(text, max) && !text.includes('\0');

/** Only a plain word goes to the audit trail: a free-text reference may hold personal data. */
const PLAIN_WORD = /^[a-z][a-z_-]{0,39}$/i;

export const adjustmentAct = ({ userId, delta, referenceType }: Adjustment, actorId: string): Act => ({
  action: 'credits-adjusted',
  actorId,
  subjectType: 'user',
  subjectId: userId,
  detail: {
    delta: String(delta),
    ...(referenceType && PLAIN_WORD.test(referenceType) ? { referenceType } : {}),
  },
});
