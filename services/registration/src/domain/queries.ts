import { AppError } from '@g2/kit/errors';
import { isStatus, type Status } from './statuses.ts';
import { MAX_LENGTH } from './text.ts';

const MAX_PAGE_SIZE = 100;
/** Keeps page × limit inside 32 bits. */
const MAX_PAGE = 10_000_000;
const DAY_MS = 24 * 3_600_000;
const PERIODS = [7, 30, 90, 365];
const EXPORT_PAGE = 200;
const MAX_EXPORT_PAGE = 500;

export type PageWanted = { limit: number; offset: number };

/**
 * @param usual size of a page when none is asked
 * @throws AppError invalid-input
 */
export function checkPage(page: { page: number; limit: number } | undefined, usual: number): PageWanted {
  const number = page?.page || 1;
  const limit = page?.limit || usual;
  if (number < 1 || number > MAX_PAGE || limit < 1 || limit > MAX_PAGE_SIZE) {
    throw new AppError('invalid-input', { message: 'Página inválida' });
  }
  return { limit, offset: (number - 1) * limit };
}

/** @throws AppError invalid-input */
export function checkStatuses(statuses: string[]): Status[] {
  const known = [...new Set(statuses)].filter(isStatus);
  if (known.length < new Set(statuses).size)
    throw new AppError('invalid-input', { message: 'Status inválido' });
  return known;
}

/** A search as typed; empty means none. @throws AppError invalid-input */
export function checkSearch(search: string): string {
  // Composed, so that a letter counts as one, however it was typed.
  const text = search.trim().normalize('NFC');
  if (text.length > MAX_LENGTH.search || text.includes('\0') || !text.isWellFormed()) {
    throw new AppError('invalid-input', { message: 'Busca inválida' });
  }
  return text;
}

const SORT_FIELDS = ['createdAt', 'statusUpdatedAt', 'title', 'applicantName', 'status'] as const;
export type SortField = (typeof SORT_FIELDS)[number];
export type Sort = { field: SortField; descending: boolean };

/** `field` ascending, `-field` descending; newest first when empty. @throws AppError invalid-input */
export function checkSort(sort: string): Sort {
  if (sort === '') return { field: 'createdAt', descending: true };
  const descending = sort.startsWith('-');
  const field = SORT_FIELDS.find((known) => known === sort.slice(descending ? 1 : 0));
  if (field) return { field, descending };
  const message = 'Ordenação inválida';
  throw new AppError('invalid-input', { message, fields: { sort: message } });
}

/** The owner's list: true for the most urgent first, false for the newest first. @throws AppError invalid-input */
export function checkUrgentFirst(sort: string): boolean {
  if (sort === '' || sort === 'priority') return sort !== '';
  const message = 'Ordenação inválida';
  throw new AppError('invalid-input', { message, fields: { sort: message } });
}

/** False for a search too short to have a trigram (three letters or digits, or two at a word's edge): no index finds it. */
export const hasTrigram = (search: string): boolean =>
  /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]{2}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u.test(search);

/** The text as a LIKE pattern that finds it anywhere, its own wildcards taken literally. */
export const likePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** A CPF or CNPJ, or a good part of one, typed with its punctuation: without it, as it is stored beside; else undefined. */
export function bareTaxId(search: string): string | undefined {
  const bare = search.replaceAll(/[./\s-]/g, '').toLowerCase();
  if (bare === search.toLowerCase()) return undefined;
  return /^(\d{5,14}|[0-9a-z]{12}\d{2})$/.test(bare) ? bare : undefined;
}

const UUID_LENGTH = 36;
const UUID_START = /^[0-9a-f]{8}(-|$)/;

/** The ids that begin with a lower-case text of at least eight characters; undefined when none can. */
export function idRange(search: string): [first: string, last: string] | undefined {
  const filled = (digit: '0' | 'f') =>
    search + '00000000-0000-0000-0000-000000000000'.slice(search.length).replaceAll('0', digit);
  if (search.length > UUID_LENGTH || !UUID_START.test(search) || !isUuid(filled('0'))) return undefined;
  return [filled('0'), filled('f')];
}

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** When a period of days begins (spec §9). @throws AppError invalid-input */
export function periodStart(days: number, now: Date): Date {
  if (!PERIODS.includes(days)) throw new AppError('invalid-input', { message: 'Período inválido' });
  return new Date(now.getTime() - days * DAY_MS);
}

/** Rows of one page of the export; a usual number when none is asked. @throws AppError invalid-input */
export function checkExportLimit(limit: number): number {
  if (limit < 0 || limit > MAX_EXPORT_PAGE)
    throw new AppError('invalid-input', { message: 'Limite inválido' });
  return limit || EXPORT_PAGE;
}

/** The time a UUIDv7 was made (RFC 9562), for a row that is gone. */
export const timeOfId = (id: string): Date =>
  new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));

/** Percent of `part` in `whole`, one decimal; 0 of nothing. */
export const percent = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 1_000) / 10;
