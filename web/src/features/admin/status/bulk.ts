import type { StaffRegistration } from '@g2/gateway/contract/registrations';

export interface RowOutcome {
  readonly id: string;
  readonly title: string;
  /** What the server said; null when the row was updated. */
  readonly error: unknown;
}

/** Sends one change per record, all at once, and tells how each went (spec §7); never rejects. */
export function changeEach(
  records: readonly Pick<StaffRegistration, 'id' | 'title' | 'status'>[],
  change: (record: Pick<StaffRegistration, 'id' | 'status'>) => Promise<unknown>,
): Promise<RowOutcome[]> {
  return Promise.all(
    records.map(async (record): Promise<RowOutcome> => {
      const { id, title } = record;
      try {
        await change(record);
        return { id, title, error: null };
      } catch (error) {
        return { id, title, error };
      }
    }),
  );
}
