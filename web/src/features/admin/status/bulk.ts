import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import type { ReactNode } from 'react';

/** How many changes are under way at once. */
export const AT_ONCE = 5;

/** How far a row of a bulk change has come. */
export interface BulkRow {
  readonly record: StaffRegistration;
  readonly state: 'waiting' | 'running' | 'done' | 'failed';
  /** Why it failed, in a sentence for its row. */
  readonly why: string;
}

/** Carries one row out and answers it as it is then; never rejects. */
export type Act = (row: BulkRow) => Promise<BulkRow>;

/** What one kind of bulk change says, and shows at a row. */
export interface BulkLook {
  readonly rowStates: {
    readonly [State in Exclude<BulkRow['state'], 'failed'>]: (record: StaffRegistration) => string;
  };
  readonly rowFailed: (id: string) => string;
  readonly summary: (done: number, failed: number) => string;
  readonly progressLabel: string;
  readonly done: string;
  readonly doneText: (count: number) => string;
  readonly failed: string;
  readonly failedText: (failed: number, total: number) => string;
  readonly badge: (record: StaffRegistration) => ReactNode;
}

/** Does something with each item, at most `limit` at once, in order; `stopped` keeps what has not begun from beginning. */
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
