import { MAX_PAGE, sortsBy } from '@g2/gateway/contract/common';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { emptied, paramsWith } from './url-params.ts';

const SEARCH_DELAY_MS = 250;

export interface ListParams {
  /** Page number, from 1. */
  readonly page: number;
  readonly setPage: (page: number) => void;
  /** The search text in force; follows `typed` after a short delay. */
  readonly search: string;
  readonly typed: string;
  readonly setTyped: (text: string) => void;
  /** True while the list does not yet show the typed search. */
  readonly searchPending: boolean;
  /** The order in the address: a field, with '-' before it when descending; '' for the list's default order. */
  readonly sort: string;
  /** Sets the order, or removes it when empty, and returns to page 1. */
  readonly setSort: (sort: string) => void;
  readonly get: (name: string) => string;
  /** Sets a filter, or removes it when empty, and returns to page 1. */
  readonly setFilter: (name: string, value: string) => void;
  readonly clearFilters: (names: readonly string[]) => void;
  /** The whole query string: when it changes, the list shows other records. */
  readonly key: string;
}

/** Page number in a query string: a whole number of at least 1; 1 for any invalid text. */
export function parsePage(text: string | null): number {
  const page = Number(text);
  return Number.isSafeInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1;
}

/** `sort` if it is one of `fields`, with or without '-'; else ''. */
export const knownSort = <const Field extends string>(
  sort: string,
  fields: readonly Field[],
): KnownSort<Field> => sortsBy(fields).find((known) => known === sort) ?? '';

/** A field, with '-' before it when descending; '' for the list's own order. */
export type KnownSort<Field extends string> = Field | `-${Field}` | '';

/** The sort order after a click on a column header: the column's first direction, then the opposite one. */
export function nextSort(current: string, field: string, descendingFirst = false): string {
  if (current === field) return `-${field}`;
  if (current === `-${field}`) return field;
  return descendingFirst ? `-${field}` : field;
}

/** Search, filters, order and page of a list, kept in the address: reload, Back and a shared link restore them. */
export function useListParams(): ListParams {
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const [typed, setTypedText] = useState(search);
  const appliedSearch = useRef(search);
  const change = (entries: Record<string, string>, replace: boolean) =>
    setParams((current) => paramsWith(current, entries), { replace, preventScrollReset: true });
  const applySearch = useDebouncedCallback((text: string) => {
    appliedSearch.current = text;
    change({ search: text, page: '' }, true);
  }, SEARCH_DELAY_MS);
  useEffect(() => {
    // The address changed by other means (Back, a link): update the search box and cancel the pending search.
    if (search === appliedSearch.current) return;
    appliedSearch.current = search;
    applySearch.cancel();
    setTypedText(search);
  }, [search, applySearch]);
  return {
    page: parsePage(params.get('page')),
    setPage: (page) => change({ page: page > 1 ? String(page) : '' }, false),
    search,
    typed,
    setTyped: (text) => {
      setTypedText(text);
      applySearch(text.trim());
    },
    searchPending: typed.trim() !== search,
    sort: params.get('sort') ?? '',
    setSort: (sort) => change({ sort, page: '' }, false),
    get: (name) => params.get(name) ?? '',
    setFilter: (name, value) => change({ [name]: value, page: '' }, false),
    clearFilters: (names) => change(emptied([...names, 'page']), false),
    key: params.toString(),
  };
}
