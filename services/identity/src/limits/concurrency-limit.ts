import { AppError } from '@g2/terms/errors';

export type ConcurrencyLimit = ReturnType<typeof createConcurrencyLimit>;

/** Limits the concurrent calls per party, so that a flood of one party does not use up the database connections. */
export function createConcurrencyLimit(inHandPerParty: number, onTooMany: () => void) {
  const running = new Map<string, number>();
  return {
    /** @throws AppError too-many-requests, before any database access */
    async run<T>(party: string, work: () => Promise<T>): Promise<T> {
      const before = running.get(party) ?? 0;
      if (before >= inHandPerParty) {
        onTooMany();
        throw new AppError('too-many-requests', { retryAfter: 1 });
      }
      running.set(party, before + 1);
      try {
        return await work();
      } finally {
        const now = (running.get(party) ?? 1) - 1;
        if (now > 0) running.set(party, now);
        else running.delete(party);
      }
    },
  };
}
