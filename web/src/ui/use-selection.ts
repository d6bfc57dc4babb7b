import { useState } from 'react';

export interface Selection<T> {
  /** The selected records of all pages, each in its latest known version. */
  readonly records: readonly T[];
  readonly has: (id: string) => boolean;
  readonly toggle: (record: T) => void;
  /** Selects all records of the page; deselects them if all are selected. */
  readonly togglePage: (page: readonly T[]) => void;
  readonly set: (records: readonly T[]) => void;
  readonly clear: () => void;
}

/** Selected records of a list; changes of page, filters and order keep them. `page` has their newest versions. */
export function useSelection<T extends { id: string }>(page: readonly T[] | undefined): Selection<T> {
  const [selected, setSelected] = useState<readonly T[]>([]);
  const latestById = new Map(page?.map((record) => [record.id, record]));
  const records = selected.map((record) => latestById.get(record.id) ?? record);
  const ids = new Set(selected.map(({ id }) => id));
  return {
    records,
    has: (id) => ids.has(id),
    toggle: (record) =>
      setSelected((current) =>
        current.some(({ id }) => id === record.id)
          ? current.filter(({ id }) => id !== record.id)
          : [...current, record],
      ),
    togglePage: (items) =>
      setSelected((current) => {
        const pageIds = new Set(items.map(({ id }) => id));
        const others = current.filter(({ id }) => !pageIds.has(id));
        return current.length - others.length === pageIds.size ? others : [...others, ...items];
      }),
    set: setSelected,
    clear: () => setSelected([]),
  };
}
