import type { Page } from '@g2/gateway/contract/common';
import type { QueryClient } from '@tanstack/react-query';

/** Expected effect of a change on a record in all queries whose key begins with `root`; null `patch`: removal. */
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
  for (const [key, previous] of client.getQueriesData<unknown>({ queryKey: [root] })) {
    const patched = applyPatch(previous, id, patch);
    if (patched === previous) continue;
    // Structural sharing of TanStack Query may cache another object than `patched`: remember the cached object.
    const cached = client.setQueryData<unknown>(key, patched);
    // Undo only if the server's newer data has not replaced the patched value.
    undo.push(() =>
      client.setQueryData<unknown>(key, (current: unknown) => (current === cached ? previous : current)),
    );
  }
  return () => {
    for (const step of undo) step();
  };
}

/** A cached page or record with the patch applied; other values stay unchanged. Rows keep their order. */
export function applyPatch(cached: unknown, id: string, patch: object | null): unknown {
  if (isPage(cached))
    return cached.items.some((record) => record.id === id) ? patchPage(cached, id, patch) : cached;
  return patch !== null && isRecord(cached) && cached.id === id ? { ...cached, ...patch } : cached;
}

function patchPage(page: CachedPage, id: string, patch: object | null): CachedPage {
  const items = page.items.flatMap((record) => {
    if (record.id !== id) return [record];
    return patch === null ? [] : [{ ...record, ...patch }];
  });
  return { ...page, items, total: page.total - (page.items.length - items.length) };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isRecord = (value: unknown): value is CachedRecord => isObject(value) && 'id' in value;
const isPage = (value: unknown): value is CachedPage =>
  isObject(value) && 'items' in value && Array.isArray(value.items) && value.items.every(isRecord);
