import { AppError } from '@g2/terms/errors';

export type Share = {
  /** @throws AppError too-many-requests, before any database access */
  run<T>(party: string, work: () => Promise<T>): Promise<T>;
};

/** Limits the concurrent calls of one party: a flood must not take the database connections of others. */
export function createShare(inHandPerParty: number, onTooMany: () => void): Share {
  const inHand = new Map<string, number>();
  return {
    async run(party, work) {
      const before = inHand.get(party) ?? 0;
      if (before >= inHandPerParty) {
        onTooMany();
        throw new AppError('too-many-requests', { retryAfter: 1 });
      }
      inHand.set(party, before + 1);
      try {
        return await work();
      } finally {
        const now = (inHand.get(party) ?? 1) - 1;
        if (now > 0) inHand.set(party, now);
        else inHand.delete(party);
      }
    },
  };
}
