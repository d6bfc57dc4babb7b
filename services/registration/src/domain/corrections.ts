import { DETAIL_NAMES, type DetailName, type Details } from '@g2/terms/details';
import { AppError } from '@g2/terms/errors';
import type { Status } from '@g2/terms/statuses';
import type { HolderInput } from './holders.ts';
import { canResubmit, type Registration } from './registration.ts';

export type CorrectionSnapshot = { askedAt: Date; reason: string; details: Details; holders: HolderInput[] };

export type DetailChange = { field: DetailName; before: string | null; after: string | null };
/** `before` is null for an added holder, `after` for a removed one. */
export type HolderChange = { before: HolderInput | null; after: HolderInput | null };

export const IN_REVIEW: readonly Status[] = ['paid', 'reviewing'];

/** The snapshot of a request for corrections is kept until the review ends. */
export function correctionsAskedAtAfter(state: Registration, to: Status, now: Date): Date | null {
  if (canResubmit({ ...state, status: to })) return now;
  return IN_REVIEW.includes(to) ? state.correctionsAskedAt : null;
}

export const noCorrectionsRequested = (): AppError =>
  new AppError('not-found', { message: 'Não há pedido de correções a comparar.' });

export const changesSince = (
  snapshot: Pick<CorrectionSnapshot, 'details' | 'holders'>,
  details: Details,
  holders: readonly HolderInput[],
): { details: DetailChange[]; holders: HolderChange[] } => ({
  details: DETAIL_NAMES.flatMap((field) => {
    const [before, after] = [snapshot.details[field] ?? null, details[field]];
    return before === after ? [] : [{ field, before, after }];
  }),
  holders: holderChanges(snapshot.holders, holders),
});

/** Matches by tax id, otherwise by name, since a holder may be edited, or removed and added again. */
function holderChanges(snapshot: readonly HolderInput[], now: readonly HolderInput[]): HolderChange[] {
  const unmatched = new Set(now);
  const matches = new Map<HolderInput, HolderInput>();
  // Unchanged holders are matched first, so that a changed holder cannot take their match.
  for (const isMatch of [isSame, sameTaxId, sameName]) {
    for (const before of snapshot.filter((one) => !matches.has(one))) {
      const after = [...unmatched].find((one) => isMatch(before, one));
      if (after && unmatched.delete(after)) matches.set(before, after);
    }
  }
  return [
    ...snapshot
      .map((before) => ({ before, after: matches.get(before) ?? null }))
      .filter(({ before, after }) => after === null || !isSame(before, after)),
    ...[...unmatched].map((after) => ({ before: null, after })),
  ];
}

const isSame = (a: HolderInput, b: HolderInput): boolean =>
  a.holderName === b.holderName &&
  a.holderTaxId === b.holderTaxId &&
  a.ownershipPercentage === b.ownershipPercentage;

const bare = (taxId: string): string => taxId.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');
const sameTaxId = (a: HolderInput, b: HolderInput): boolean => bare(a.holderTaxId) === bare(b.holderTaxId);

const plain = (name: string): string => name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
const sameName = (a: HolderInput, b: HolderInput): boolean => plain(a.holderName) === plain(b.holderName);
