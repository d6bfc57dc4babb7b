import { useState } from 'react';

export interface Selection<T> {
  /** The selected records of all pages, each in its latest known version. */
  readonly records: readonly T[];
  readonly has: (id: string) => boolean;
  readonly toggle: (record: T) => void;
  /** Selects the whole page; deselects it if all of it is selected. */
  readonly togglePage: (page: readonly T[]) => void;
  readonly set: (records: readonly T[]) => void;
  readonly clear: () => void;
}

/** Selected records, kept across changes of page, filters and order. `page` updates the records it contains. */
export function useSelection<T extends { id: string }>(page: readonly T[] | undefined): Selection<T> {
  const [kept, setKept] = useState<readonly T[]>([]);
  const fresh = new Map(page?.map((record) => [record.id, record]));
  const records = kept.map((record) => fresh.get(record.id) ?? record);
  const ids = new Set(kept.map(({ id }) => id));
  return {
    records,
    has: (id) => ids.has(id),
    toggle: (record) =>
      setKept((now) =>
        now.some(({ id }) => id === record.id) ? now.filter(({ id }) => id !== record.id) : [...now, record],
      ),
    togglePage: (items) =>
      setKept((now) => {
        const here = new Set(items.map(({ id }) => id));
        const others = now.filter(({ id }) => !here.has(id));
        return now.length - others.length === here.size ? others : [...others, ...items];
      }),
    set: setKept,
    clear: () => setKept([]),
  };
}
