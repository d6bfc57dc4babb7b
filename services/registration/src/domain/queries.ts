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

/** Whose registrations a staff list is of. @throws AppError invalid-input */
export const checkOwner = (userId: string): string => uuidOf(userId, 'Usuário inválido');

/** An id in lower case. @throws AppError invalid-input with that message */
export function uuidOf(text: string, message: string): string {
  const id = text.toLowerCase();
  if (!isUuid(id)) throw new AppError('invalid-input', { message });
  return id;
}

export type SortField = StaffSortField;
export type Sort = SortOf<SortField>;

/** The order of staff's list; how long each waits is kept with its operator's work alone. @throws AppError invalid-input */
export function checkStaffSort(sort: string, assignedTo: string | undefined): Sort {
  const checked = checkSort(STAFF_SORT_FIELDS, sort);
  if (checked.field === 'waiting' && assignedTo === undefined)
    throw new AppError('invalid-input', { message: SORT_MESSAGE, fields: { sort: SORT_MESSAGE } });
  return checked;
}

/** The order of an owner's list: by a column, or what waits for the owner first. */
export type OwnOrder = SortOf<OwnSortField> | 'priority';

/** @returns newest first when empty @throws AppError invalid-input */
export const checkOwnOrder = (sort: string): OwnOrder =>
  sort === 'priority' ? sort : checkSort(OWN_SORT_FIELDS, sort);

/** A CPF or CNPJ, or a good part of one, typed with its punctuation: without it, as it is stored beside; else undefined. */
export function bareTaxId(search: string): string | undefined {
  const bare = search.replaceAll(/[./\s-]/g, '').toLowerCase();
  if (bare === search.toLowerCase()) return undefined;
  return /^(\d{5,14}|[0-9a-z]{12}\d{2})$/.test(bare) ? bare : undefined;
}

/** A search that is an e-mail address and nothing else; undefined for another. */
export const wholeEmail = (search: string): string | undefined =>
  /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(search) ? search : undefined;

/** A whole CPF or CNPJ, with or without its punctuation, as it is stored beside; undefined for anything else. */
export function wholeTaxId(search: string): string | undefined {
  const bare = search.replaceAll(/[./\s-]/g, '').toLowerCase();
  return /^(\d{11}|[0-9a-z]{12}\d{2})$/.test(bare) ? bare : undefined;
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

/** The id within a text such as the address of a page; undefined when it has none. */
export const idWithin = (search: string): string | undefined =>
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(search.toLowerCase())?.[0];

/** A year and a number behind it: less is not looked for among protocols. */
const PROTOCOL_DIGITS = 6;

/** A hash in groups is told from words by its length. */
const GROUPED = 16;

/** The beginning of a SHA-256 in hexadecimal, in whatever groups it was copied; undefined when it can be none. */
export function hashStart(search: string): string | undefined {
  const hash = search.toLowerCase().replaceAll(/[\s:]/g, '');
  if (hash.length < search.length && hash.length < GROUPED) return undefined;
  return /^[0-9a-f]{1,64}$/.test(hash) ? hash : undefined;
}

/** The office's protocol that a search may be, as protocols are compared; undefined for what has too few digits. */
export function protocolIn(search: string): string | undefined {
  const folded = foldProtocol(search);
  return folded.replaceAll(/\D/g, '').length >= PROTOCOL_DIGITS ? folded : undefined;
}

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

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
  whole === 0 ? 0 : Math.round((part * 1_000) / whole) / 10;
