import type { Page } from '@g2/gateway/contract/common';
import type { QueryClient } from '@tanstack/react-query';

/** Expected effect of a change on one cached record, in all queries under `root`. A null `patch` removes the record. */
export interface OptimisticPatch {
  readonly root: string;
  readonly id: string;
  readonly patch: object | null;
}

type CachedRecord = { readonly id: string };
type CachedPage = Page<CachedRecord>;

/**
 * Applies the patch to the query cache before the server answers: to each page that lists the record and to the
 * record's own query. Returns a function that undoes it.
 */
export async function applyOptimistic(
  client: QueryClient,
  { root, id, patch }: OptimisticPatch,
): Promise<() => void> {
  // A read that is still running would overwrite the patch with the old state.
  await client.cancelQueries({ queryKey: [root] });
  const undo: (() => void)[] = [];
  for (const [key, before] of client.getQueriesData<unknown>({ queryKey: [root] })) {
    const after = applyPatch(before, id, patch);
    if (after === before) continue;
    // Structural sharing of TanStack Query may cache another object than `after`: remember the cached one.
    const shown = client.setQueryData<unknown>(key, after);
    // Undo only if the server's newer data has not replaced the patched value.
    undo.push(() => client.setQueryData<unknown>(key, (now: unknown) => (now === shown ? before : now)));
  }
  return () => {
    for (const step of undo) step();
  };
}

/** A cached page or record with the patch applied; other values stay unchanged. Rows keep their order. */
export function applyPatch(kept: unknown, id: string, patch: object | null): unknown {
  if (isPage(kept)) return kept.items.some((record) => record.id === id) ? patchPage(kept, id, patch) : kept;
  return patch !== null && isRecord(kept) && kept.id === id ? { ...kept, ...patch } : kept;
}

function patchPage(page: CachedPage, id: string, patch: object | null): CachedPage {
  const items = page.items.flatMap((record) => {
    if (record.id !== id) return [record];
    return patch === null ? [] : [{ ...record, ...patch }];
  });
  return { ...page, items, total: page.total - (page.items.length - items.length) };
}

const isObject = (kept: unknown): kept is object => typeof kept === 'object' && kept !== null;
const isRecord = (kept: unknown): kept is CachedRecord => isObject(kept) && 'id' in kept;
const isPage = (kept: unknown): kept is CachedPage =>
  isObject(kept) && 'items' in kept && Array.isArray(kept.items) && kept.items.every(isRecord);
