import { DETAIL_NAMES, type DetailName, type Details } from '@g2/terms/details';
import { AppError } from '@g2/terms/errors';
import type { Status } from '@g2/terms/statuses';
import { canResubmit, type Registration } from './registration.ts';

/** Who holds it, as far as it can be compared; the share in percent. */
export type HeldShare = { holderName: string; holderTaxId: string; ownershipPercentage: number };

/** A registration as it was when corrections were asked for. */
export type Snapshot = { askedAt: Date; reason: string; details: Details; holders: HeldShare[] };

export type DetailChange = { field: DetailName; before: string | null; after: string | null };
/** Of one who joined there is no before, of one who left no after. */
export type HolderChange = { before: HeldShare | null; after: HeldShare | null };

/** Whoever reviews looks at what changed then. */
const IN_REVIEW: readonly Status[] = ['paid', 'reviewing'];

/**
 * Since when corrections count, at a change of status. They are asked for of what was paid; what it was then is kept until
 * the government step, as the earlier file is (earlier-file.ts).
 */
export function askedAt(state: Registration, to: Status, now: Date): Date | null {
  if (canResubmit({ ...state, status: to })) return now;
  return IN_REVIEW.includes(to) ? state.correctionsAskedAt : null;
}

export const notAsked = (): AppError =>
  new AppError('not-found', { message: 'Não há pedido de correções a comparar.' });

/** What became of details and holders since corrections were asked for. */
export const changesSince = (
  then: Pick<Snapshot, 'details' | 'holders'>,
  details: Details,
  holders: readonly HeldShare[],
): { details: DetailChange[]; holders: HolderChange[] } => ({
  details: DETAIL_NAMES.flatMap((field) => {
    const [before, after] = [then.details[field] ?? null, details[field]];
    return before === after ? [] : [{ field, before, after }];
  }),
  holders: holderChanges(then.holders, holders),
});

/**
 * Holders are edited in place, or removed and added again: one with the same tax id, else with the same name, is the same one
 * with something changed.
 */
function holderChanges(then: readonly HeldShare[], now: readonly HeldShare[]): HolderChange[] {
  const left = [...now];
  const take = (same: (one: HeldShare) => boolean): HeldShare | null => {
    const index = left.findIndex(same);
    return index < 0 ? null : (left.splice(index, 1)[0] ?? null);
  };
  // Those that stayed are out of the way before others are looked for.
  let gone = then.filter((before) => !take((one) => isSame(before, one)));
  const changed = new Map<HeldShare, HeldShare>();
  for (const known of [sameTaxId, sameName]) {
    gone = gone.filter((before) => {
      const after = take((one) => known(before, one));
      if (after) changed.set(before, after);
      return !after;
    });
  }
  return [
    ...then.flatMap((before) => {
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
