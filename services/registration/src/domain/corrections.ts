import { DETAIL_NAMES, type DetailName, type Details } from '@g2/terms/details';
import { AppError } from '@g2/terms/errors';
import type { Status } from '@g2/terms/statuses';
import { canResubmit, type Registration } from './registration.ts';

/** The comparable part of a holder; the share in percent. */
export type HeldShare = { holderName: string; holderTaxId: string; ownershipPercentage: number };

export type CorrectionSnapshot = { askedAt: Date; reason: string; details: Details; holders: HeldShare[] };

export type DetailChange = { field: DetailName; before: string | null; after: string | null };
/** `before` is null for an added holder, `after` for a removed one. */
export type HolderChange = { before: HeldShare | null; after: HeldShare | null };

const IN_REVIEW: readonly Status[] = ['paid', 'reviewing'];

/** Time of the request after a change of status. Its snapshot is kept until the government step. */
export function correctionsAskedAtAfter(state: Registration, to: Status, now: Date): Date | null {
  if (canResubmit({ ...state, status: to })) return now;
  return IN_REVIEW.includes(to) ? state.correctionsAskedAt : null;
}

export const noCorrectionsRequested = (): AppError =>
  new AppError('not-found', { message: 'Não há pedido de correções a comparar.' });

export const changesSince = (
  snapshot: Pick<CorrectionSnapshot, 'details' | 'holders'>,
  details: Details,
  holders: readonly HeldShare[],
): { details: DetailChange[]; holders: HolderChange[] } => ({
  details: DETAIL_NAMES.flatMap((field) => {
    const [before, after] = [snapshot.details[field] ?? null, details[field]];
    return before === after ? [] : [{ field, before, after }];
  }),
  holders: holderChanges(snapshot.holders, holders),
});

/** Holders are edited, or removed and added again: the same tax id, otherwise the same name, identifies a holder. */
function holderChanges(snapshot: readonly HeldShare[], now: readonly HeldShare[]): HolderChange[] {
  const left = [...now];
  const take = (same: (one: HeldShare) => boolean): HeldShare | null => {
    const index = left.findIndex(same);
    return index < 0 ? null : (left.splice(index, 1)[0] ?? null);
  };
  // Unchanged holders are matched first, so that no changed one takes their match.
  let gone = snapshot.filter((before) => !take((one) => isSame(before, one)));
  const changed = new Map<HeldShare, HeldShare>();
  for (const matches of [sameTaxId, sameName]) {
    gone = gone.filter((before) => {
      const after = take((one) => matches(before, one));
      if (after) changed.set(before, after);
      return !after;
    });
  }
  return [
    ...snapshot.flatMap((before) => {
      const after = changed.get(before) ?? null;
      return after || gone.includes(before) ? [{ before, after }] : [];
    }),
    ...left.map((after) => ({ before: null, after })),
  ];
}

const isSame = (a: HeldShare, b: HeldShare): boolean =>
  a.holderName === b.holderName &&
  a.holderTaxId === b.holderTaxId &&
  a.ownershipPercentage === b.ownershipPercentage;

const bare = (taxId: string): string => taxId.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');
const sameTaxId = (a: HeldShare, b: HeldShare): boolean => bare(a.holderTaxId) === bare(b.holderTaxId);

const plain = (name: string): string => name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
const sameName = (a: HeldShare, b: HeldShare): boolean => plain(a.holderName) === plain(b.holderName);
