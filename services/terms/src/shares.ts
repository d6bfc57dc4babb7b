import { MAX_OWNERSHIP_TOTAL } from './limits.ts';

export const OWNERSHIP_EXCEEDED_TITLE = 'Percentual excede 100%';
/** Message when a new holder would raise the sum to `total` percent (spec §5). */
export const ownershipExceededMessage = (total: number): string =>
  `A soma dos percentuais seria ${total}%. Máximo permitido: ${MAX_OWNERSHIP_TOTAL}%.`;

export const SHARE_PROBLEMS = {
  missing: 'Informe o percentual.',
  negative: 'Percentual mínimo é 0',
  tooMuch: 'Percentual máximo é 100',
  decimal: 'Use um número inteiro, sem casas decimais; por exemplo: 33, 33 e 34.',
  other: 'Percentual deve ser um número inteiro de 0 a 100.',
} as const;

const DIGITS = /^[0-9]+$/;

/** Coerces plain digits to a number (spec §5), and nothing else, so that no unintended share is stored. */
export const coerceShare = (value: unknown): unknown =>
  typeof value === 'string' && DIGITS.test(value) ? Number(value) : value;

/** Returns undefined if the share is valid. Text must be plain digits: a comma, exponent or blank is ambiguous. */
export function shareProblem(share: unknown): string | undefined {
  if (share === null || share === undefined) return SHARE_PROBLEMS.missing;
  if (typeof share === 'number') return numberProblem(share);
  if (typeof share !== 'string') return SHARE_PROBLEMS.other;
  if (share.trim() === '') return SHARE_PROBLEMS.missing;
  if (DIGITS.test(share)) return numberProblem(Number(share));
  if (/^-[0-9]+([.,][0-9]*)?$/.test(share)) return SHARE_PROBLEMS.negative;
  return /^([0-9]+[.,][0-9]*|[.,][0-9]+)$/.test(share) ? SHARE_PROBLEMS.decimal : SHARE_PROBLEMS.other;
}

function numberProblem(share: number): string | undefined {
  if (Number.isNaN(share)) return SHARE_PROBLEMS.other;
  if (share < 0) return SHARE_PROBLEMS.negative;
  if (Number.isFinite(share) && !Number.isInteger(share)) return SHARE_PROBLEMS.decimal;
  return share > MAX_OWNERSHIP_TOTAL ? SHARE_PROBLEMS.tooMuch : undefined;
}
