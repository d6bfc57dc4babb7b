import { AppError } from '@g2/terms/errors';
import { foldProtocol } from '@g2/terms/government';
import {
  checkSort,
  OWN_SORT_FIELDS,
  type OwnSortField,
  SORT_MESSAGE,
  type Sort as SortOf,
  STAFF_SORT_FIELDS,
  type StaffSortField,
} from '@g2/terms/pages';
import { isStatus, type Status } from '@g2/terms/statuses';

const EXPORT_PAGE = 200;
const MAX_EXPORT_PAGE = 500;

/** @throws AppError invalid-input */
export function checkStatuses(statuses: string[]): Status[] {
  const known = [...new Set(statuses)].filter(isStatus);
  if (known.length < new Set(statuses).size)
    throw new AppError('invalid-input', { message: 'Status inválido' });
  return known;
}

/** @throws AppError invalid-input */
export const checkUserId = (userId: string): string => uuidOf(userId, 'Usuário inválido');

/** Returns the UUID in lower case. @throws AppError invalid-input with `message` */
export function uuidOf(text: string, message: string): string {
  const id = text.toLowerCase();
  if (!isUuid(id)) throw new AppError('invalid-input', { message });
  return id;
}

export type SortField = StaffSortField;
export type Sort = SortOf<SortField>;

/** `waiting` needs an operator filter: only the assignments store this sort key. @throws AppError invalid-input */
export function checkStaffSort(sort: string, assignedTo: string | undefined): Sort {
  const checked = checkSort(STAFF_SORT_FIELDS, sort);
  if (checked.field === 'waiting' && assignedTo === undefined)
    throw new AppError('invalid-input', { message: SORT_MESSAGE, fields: { sort: SORT_MESSAGE } });
  return checked;
}

/** Order of an owner's list: by a column, or `priority`, which puts what needs the owner's action first. */
export type OwnOrder = SortOf<OwnSortField> | 'priority';

/** Parses the order of an owner's list. Empty text means newest first. @throws AppError invalid-input */
export const checkOwnOrder = (sort: string): OwnOrder =>
  sort === 'priority' ? sort : checkSort(OWN_SORT_FIELDS, sort);

/** Removes punctuation from a complete or partial CPF or CNPJ. Undefined for other text and without punctuation. */
export function bareTaxId(search: string): string | undefined {
  const bare = search.replaceAll(/[./\s-]/g, '').toLowerCase();
  if (bare === search.toLowerCase()) return undefined;
  return /^(\d{5,14}|[0-9a-z]{12}\d{2})$/.test(bare) ? bare : undefined;
}

/** Undefined unless the whole search is an e-mail address. */
export const wholeEmail = (search: string): string | undefined =>
  /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(search) ? search : undefined;

/** A complete CPF or CNPJ without punctuation; otherwise undefined. */
export function wholeTaxId(search: string): string | undefined {
  const bare = search.replaceAll(/[./\s-]/g, '').toLowerCase();
  return /^(\d{11}|[0-9a-z]{12}\d{2})$/.test(bare) ? bare : undefined;
}

const UUID_LENGTH = 36;
const UUID_START = /^[0-9a-f]{8}(-|$)/;

/** First and last UUID with a lower-case prefix of at least eight characters; undefined for other text. */
export function idRange(search: string): [first: string, last: string] | undefined {
  const filled = (digit: '0' | 'f') =>
    search + '00000000-0000-0000-0000-000000000000'.slice(search.length).replaceAll('0', digit);
  if (search.length > UUID_LENGTH || !UUID_START.test(search) || !isUuid(filled('0'))) return undefined;
  return [filled('0'), filled('f')];
}

/** Finds an id within a text such as a page URL; undefined if there is none. */
export const idWithin = (search: string): string | undefined =>
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(search.toLowerCase())?.[0];

/** Minimum digits for a search to count as a protocol number, which has a year and a serial number. */
const PROTOCOL_DIGITS = 6;

/** Minimum length of a hash typed with spaces or colons, to distinguish it from words. */
const GROUPED = 16;

/** The search as a SHA-256 prefix in hex, without spaces and colons; undefined for other text. */
export function hashStart(search: string): string | undefined {
  const hash = search.toLowerCase().replaceAll(/[\s:]/g, '');
  if (hash.length < search.length && hash.length < GROUPED) return undefined;
  return /^[0-9a-f]{1,64}$/.test(hash) ? hash : undefined;
}

/** The search as a normalized protocol number; undefined if it has too few digits. */
export function protocolIn(search: string): string | undefined {
  const folded = foldProtocol(search);
  return folded.replaceAll(/\D/g, '').length >= PROTOCOL_DIGITS ? folded : undefined;
}

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** Page size of the export; 0 means the default. @throws AppError invalid-input */
export function checkExportLimit(limit: number): number {
  if (limit < 0 || limit > MAX_EXPORT_PAGE)
    throw new AppError('invalid-input', { message: 'Limite inválido' });
  return limit || EXPORT_PAGE;
}

/** Creation time encoded in a UUIDv7 (RFC 9562). Used when the row was deleted. */
export const timeOfId = (id: string): Date =>
  new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));

/** Percentage with one decimal; 0 if `whole` is 0. */
export const percent = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part * 1_000) / whole) / 10;
