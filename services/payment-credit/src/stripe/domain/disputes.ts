/** What Stripe says of a dispute. Cents. */
export type Dispute = { id: string; status: string; amount: number; createdAt?: Date };

/** A dispute as it is known here: `toldAt` is the time of the event it was read for. */
export type KnownDispute = Dispute & { toldAt: Date };

/** How far a dispute of this status is, where two events have one time: inquiry, open, closed, appealed. */
function stageOf(status: string): number {
  if (status.startsWith('warning_')) return 0;
  if (status === 'won' || status === 'lost' || status === 'prevented') return 2;
  return status.startsWith('appeal_') ? 3 : 1;
}

/** Its money is gone; an appeal does not bring it back until it is won. */
export const isLost = ({ status }: Dispute): boolean => status === 'lost' || status.startsWith('appeal_');

/** It touches what was paid: open or lost. An inquiry does not, nor what was won. */
export const isAgainst = (dispute: Dispute): boolean => {
  const stage = stageOf(dispute.status);
  return stage === 1 || isLost(dispute);
};

/**
 * Puts what was read for an event to what is known. The later event's reading counts, however late an earlier one's
 * effect comes; of two events in one second, the one that is further.
 * @param at when the event was, by Stripe's clock
 * @returns `changed` has only disputes whose word is new
 */
export function mergeDisputes(
  known: readonly KnownDispute[],
  told: readonly Dispute[],
  at: Date,
): { all: KnownDispute[]; changed: KnownDispute[]; news: Dispute[] } {
  const all = new Map(known.map((one) => [one.id, one]));
  const changed: KnownDispute[] = [];
  const news: Dispute[] = [];
  for (const dispute of told) {
    const before = all.get(dispute.id);
    if (before && isBefore(dispute, at, before)) continue;
    const next = { ...dispute, toldAt: at };
    all.set(dispute.id, next);
    changed.push(next);
    if (before?.status !== dispute.status || before.amount !== dispute.amount) news.push(dispute);
  }
  return { all: [...all.values()], changed, news };
}

function isBefore(told: Dispute, at: Date, known: KnownDispute): boolean {
  if (at.getTime() !== known.toldAt.getTime()) return at < known.toldAt;
  return stageOf(told.status) < stageOf(known.status);
}
