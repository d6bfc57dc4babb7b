import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import type { ReactNode } from 'react';

/** Maximum number of requests in parallel. */
export const MAX_PARALLEL = 5;

export interface BulkRow {
  readonly registration: StaffRegistration;
  readonly state: 'waiting' | 'running' | 'done' | 'failed';
  /** Why the change failed, as a sentence for the row; otherwise ''. */
  readonly failureReason: string;
}

/** Changes one registration and returns its new row; never rejects. */
export type ChangeRow = (row: BulkRow) => Promise<BulkRow>;

/** What the change would do to a selected registration. */
export interface PlannedEffect {
  readonly note: string;
  readonly isSent: boolean;
}

/** The texts of one kind of bulk change, and the badge of its rows. */
export interface BulkView {
  readonly rowStates: {
    readonly [State in Exclude<BulkRow['state'], 'failed'>]: (registration: StaffRegistration) => string;
  };
  readonly rowFailed: (id: string) => string;
  readonly progressLabel: string;
  readonly done: string;
  readonly doneText: (count: number) => string;
  readonly failed: string;
  readonly failedText: (failed: number, total: number) => string;
  readonly badge: (registration: StaffRegistration) => ReactNode;
}

/** Runs `task` on the items in order, at most `limit` in parallel. No item starts after `isStopped` returns true. */
export async function forEachLimited<T>(
  items: readonly T[],
  limit: number,
  task: (item: T) => Promise<void>,
  isStopped: () => boolean,
): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) {
      if (isStopped()) return;
      await task(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
}
