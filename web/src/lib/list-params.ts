import { MAX_PAGE, sortsBy } from '@g2/gateway/contract/common';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

const SEARCH_DELAY_MS = 250;

export interface ListParams {
  /** From 1. */
  readonly page: number;
  readonly setPage: (page: number) => void;
  /** What the list is searched for; follows `typed` after a moment. */
  readonly search: string;
  readonly typed: string;
  readonly setTyped: (text: string) => void;
  /** The typed text is not yet what the list shows. */
  readonly searchPending: boolean;
  /** The order as the address has it: a field, with '-' before it when descending; '' for the list's own. */
  readonly sort: string;
  /** Sets the order, or removes it when empty, and goes back to page 1. */
  readonly setSort: (sort: string) => void;
  readonly get: (name: string) => string;
  /** Sets a filter, or removes it when empty, and goes back to page 1. */
  readonly setFilter: (name: string, value: string) => void;
  /** Sets what changes the look of the list alone, or removes it when empty: its page stays, and Back does not undo it. */
  readonly set: (name: string, value: string) => void;
  /** The whole query string: another one is another list. */
  readonly key: string;
}

/** A page number of a query string: whole and at least 1, whatever was written there. */
export function parsePage(text: string | null): number {
  const page = Number(text);
  return Number.isSafeInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1;
}

/** An order that names one of `fields`, as it stands; '' for any other text. */
export const knownSort = <const Field extends string>(
  sort: string,
  fields: readonly Field[],
): KnownSort<Field> => sortsBy(fields).find((known) => known === sort) ?? '';

/** A field, with '-' before it when descending; '' for the list's own order. */
export type KnownSort<Field extends string> = Field | `-${Field}` | '';

/** The order after a press on a column's header: its first direction, then the other one. */
export function nextSort(current: string, field: string, descendingFirst = false): string {
  if (current === field) return `-${field}`;
  if (current === `-${field}`) return field;
  return descendingFirst ? `-${field}` : field;
}

/** Search, filters, order and page of a list, kept in the address so that reload, back and a shared link find them again. */
export function useListParams(): ListParams {
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const [typed, setTypedText] = useState(search);
  const sent = useRef(search);
  const change = (entries: Record<string, string>, replace: boolean) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries(entries)) {
          if (value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace, preventScrollReset: true },
    );
  const send = useDebouncedCallback((text: string) => {
    sent.current = text;
    change({ search: text, page: '' }, true);
  }, SEARCH_DELAY_MS);
  useEffect(() => {
    // The address changed by other means (back, a link): the box follows, and what was typed last is no longer sent.
    if (search === sent.current) return;
    sent.current = search;
    send.cancel();
    setTypedText(search);
  }, [search, send]);
  return {
    page: parsePage(params.get('page')),
    setPage: (page) => change({ page: page > 1 ? String(page) : '' }, false),
    search,
    typed,
    setTyped: (text) => {
      setTypedText(text);
      send(text.trim());
    },
    searchPending: typed.trim() !== search,
    sort: params.get('sort') ?? '',
    setSort: (sort) => change({ sort, page: '' }, false),
    get: (name) => params.get(name) ?? '',
    setFilter: (name, value) => change({ [name]: value, page: '' }, false),
    set: (name, value) => change({ [name]: value }, true),
    key: params.toString(),
  };
}
