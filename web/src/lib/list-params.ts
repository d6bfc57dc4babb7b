import { MAX_PAGE, sortsBy } from '@g2/gateway/contract/constants';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { emptyEntries, paramsWith } from './url-params.ts';

const SEARCH_DELAY_MS = 250;

export interface ListParams {
  /** Page number, from 1. */
  readonly page: number;
  readonly setPage: (page: number) => void;
  /** The search text that the list shows; it follows `searchInput` after a short delay. */
  readonly search: string;
  /** The text in the search box. */
  readonly searchInput: string;
  readonly setSearchInput: (text: string) => void;
  /** True while the list does not yet show the results for `searchInput`. */
  readonly searchPending: boolean;
  /** The sort order in the URL: a field, with '-' before it when descending; '' for the list's default order. */
  readonly sort: string;
  /** Sets the order, or removes it when empty, and returns to page 1. */
  readonly setSort: (sort: string) => void;
  readonly get: (name: string) => string;
  /** Sets a filter, or removes it when empty, and returns to page 1. */
  readonly setFilter: (name: string, value: string) => void;
  readonly clearFilters: (names: readonly string[]) => void;
  /** The query string of the page; if it changes, the list shows other records. */
  readonly key: string;
}

/** Page number in a query string: a whole number of at least 1; 1 for any invalid text. */
export function parsePage(text: string | null): number {
  const page = Number(text);
  return Number.isSafeInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1;
}

/** Returns `sort` if it is one of `fields`, with or without '-'; else ''. */
export const knownSort = <const Field extends string>(
  sort: string,
  fields: readonly Field[],
): KnownSort<Field> => sortsBy(fields).find((candidate) => candidate === sort) ?? '';

/** A field, with '-' before it when descending; '' for the list's default order. */
export type KnownSort<Field extends string> = Field | `-${Field}` | '';

/** The sort order after a click on a column header: the column's first direction, or else the opposite direction. */
export function nextSort(current: string, field: string, descendingFirst = false): string {
  if (current === field) return `-${field}`;
  if (current === `-${field}`) return field;
  return descendingFirst ? `-${field}` : field;
}

/** Search, filters, order and page of a list, kept in the URL: reload, Back and a shared link restore them. */
export function useListParams(): ListParams {
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const [searchInput, setInputText] = useState(search);
  const appliedSearch = useRef(search);
  const updateParams = (entries: Record<string, string>, replace: boolean) =>
    setParams((current) => paramsWith(current, entries), { replace, preventScrollReset: true });
  const applySearch = useDebouncedCallback((text: string) => {
    appliedSearch.current = text;
    updateParams({ search: text, page: '' }, true);
  }, SEARCH_DELAY_MS);
  useEffect(() => {
    // The URL changed by other means (Back, a link): update the search box and cancel the pending search.
    if (search === appliedSearch.current) return;
    appliedSearch.current = search;
    applySearch.cancel();
    setInputText(search);
  }, [search, applySearch]);
  return {
    page: parsePage(params.get('page')),
    setPage: (page) => updateParams({ page: page > 1 ? String(page) : '' }, false),
    search,
    searchInput,
    setSearchInput: (text) => {
      setInputText(text);
      applySearch(text.trim());
    },
    searchPending: searchInput.trim() !== search,
    sort: params.get('sort') ?? '',
    setSort: (sort) => updateParams({ sort, page: '' }, false),
    get: (name) => params.get(name) ?? '',
    setFilter: (name, value) => updateParams({ [name]: value, page: '' }, false),
    clearFilters: (names) => updateParams(emptyEntries([...names, 'page']), false),
    key: params.toString(),
  };
}
