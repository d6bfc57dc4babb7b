import type { Page } from '@g2/gateway/contract/common';
import type { QueryClient } from '@tanstack/react-query';

/** What a change will make of one record, wherever it is shown under `root`; null: it goes. */
export interface OptimisticPatch {
  readonly root: string;
  readonly id: string;
  readonly patch: object | null;
}

type One = { readonly id: string };
type Rows = Page<One>;

/**
 * Shows the patch, before the server has answered, on every page that holds the record and where it stands by itself.
 * Answers what takes it back.
 */
export async function applyOptimistic(
  client: QueryClient,
  { root, id, patch }: OptimisticPatch,
): Promise<() => void> {
  // A reading that is on its way would bring the old state back.
  await client.cancelQueries({ queryKey: [root] });
  const undo: (() => void)[] = [];
  for (const [key, before] of client.getQueriesData<unknown>({ queryKey: [root] })) {
    const after = patched(before, id, patch);
    if (after === before) continue;
    // What is kept shares its unchanged parts with what was there: another object than the patched one.
    const shown = client.setQueryData<unknown>(key, after);
    // Where the server's word has arrived since, that stands.
    undo.push(() => client.setQueryData<unknown>(key, (now: unknown) => (now === shown ? before : now)));
  }
  return () => {
    for (const step of undo) step();
  };
}

/** A page, or the record itself, as it will be; anything else as it is. A page's order stays: no row jumps away. */
export function patched(kept: unknown, id: string, patch: object | null): unknown {
  if (isPage(kept)) return kept.items.some((record) => record.id === id) ? pageThen(kept, id, patch) : kept;
  return patch !== null && isRecord(kept) && kept.id === id ? { ...kept, ...patch } : kept;
}

function pageThen(page: Rows, id: string, patch: object | null): Rows {
  const items = page.items.flatMap((record) => {
    if (record.id !== id) return [record];
    return patch === null ? [] : [{ ...record, ...patch }];
  });
  return { ...page, items, total: page.total - (page.items.length - items.length) };
}

const isObject = (kept: unknown): kept is object => typeof kept === 'object' && kept !== null;
const isRecord = (kept: unknown): kept is One => isObject(kept) && 'id' in kept;
const isPage = (kept: unknown): kept is Rows =>
  isObject(kept) && 'items' in kept && Array.isArray(kept.items) && kept.items.every(isRecord);
