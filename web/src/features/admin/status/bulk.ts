import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import type { ReactNode } from 'react';

/** Maximum number of requests in parallel. */
export const MAX_PARALLEL = 5;

export interface BulkRow {
  readonly record: StaffRegistration;
  readonly state: 'waiting' | 'running' | 'done' | 'failed';
  /** Reason of the failure, as a sentence for the row. */
  readonly why: string;
}

/** Changes one record and returns its new row; never rejects. */
export type Act = (row: BulkRow) => Promise<BulkRow>;

/** What would happen to a selected record. */
export interface Effect {
  readonly note: string;
  readonly isSent: boolean;
}

/** The texts and the badge of one kind of bulk change. */
export interface BulkView {
  readonly rowStates: {
    readonly [State in Exclude<BulkRow['state'], 'failed'>]: (record: StaffRegistration) => string;
  };
  readonly rowFailed: (id: string) => string;
  readonly progressLabel: string;
  readonly done: string;
  readonly doneText: (count: number) => string;
  readonly failed: string;
  readonly failedText: (failed: number, total: number) => string;
  readonly badge: (record: StaffRegistration) => ReactNode;
}

/** Runs `act` on the items in order, at most `limit` in parallel. Once `stopped` is true, no further item starts. */
export async function eachBounded<T>(
  items: readonly T[],
  limit: number,
  act: (item: T) => Promise<void>,
  stopped: () => boolean,
): Promise<void> {
  const queue = items.values();
  const work = async () => {
    for (const item of queue) {
      if (stopped()) return;
      await act(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
}
