import { invalidField } from './errors.ts';

/** Default page sizes of a client's lists and of staff lists. */
export const CLIENT_PAGE_SIZE = 12;
export const STAFF_PAGE_SIZE = 10;
export const MAX_PAGE_SIZE = 100;
/** Number of a client's registrations that are shown first. */
export const PRIORITY_LIST_SIZE = 3;
/** Keeps page × limit within 32 bits, so that no offset overflows. */
export const MAX_PAGE = 10_000_000;

export const PAGE_MESSAGES = {
  page: 'Página inválida',
  limit: 'Limite inválido',
  small: 'O limite mínimo é 1',
  large: `O limite máximo é ${MAX_PAGE_SIZE}`,
  first: 'A página começa em 1',
} as const;

export type PageBounds = { limit: number; offset: number };

/** Limit and offset (api-rules H2); 0 means the default. @throws AppError invalid-input, naming the field */
export function pageBounds(
  page: { page: number; limit: number } | undefined,
  usual: number = STAFF_PAGE_SIZE,
  largest: number = MAX_PAGE_SIZE,
): PageBounds {
  const number = page?.page || 1;
  const limit = page?.limit || usual;
  if (!Number.isSafeInteger(number) || number < 1 || number > MAX_PAGE)
    throw invalidField('page', PAGE_MESSAGES.page);
  if (!Number.isSafeInteger(limit) || limit < 1) throw invalidField('limit', PAGE_MESSAGES.small);
  if (limit > largest) throw invalidField('limit', PAGE_MESSAGES.large);
  return { limit, offset: (number - 1) * limit };
}

/** Up to this offset a page is read from the start, without counting the list. */
const NEAR = 1_000;
/** Usual maximum distance in rows from the nearer end; a longer scan would delay other requests. */
const FAR = 20_000;
const FAR_MESSAGE = 'Página longe demais do início e do fim da lista: use os filtros ou a busca.';

/** How to read a page. `fromEnd`: sort in reversed order, and reverse the rows read. */
export type PageRead = PageBounds & { fromEnd: boolean };

/**
 * Reads from the nearer end, if the end is known. `far`: maximum distance in rows from it.
 * @throws AppError invalid-input for a page far from both ends
 */
export async function planPageRead(
  { limit, offset }: PageBounds,
  countAll: () => Promise<{ total: number; totalCapped: boolean }>,
  far = FAR,
): Promise<PageRead> {
  if (offset < NEAR) return { limit, offset, fromEnd: false };
  const { total, totalCapped } = await countAll();
  const left = total - offset;
  if (totalCapped || offset <= left) {
    if (offset > far || (totalCapped && left <= 0)) throw invalidField('page', FAR_MESSAGE);
    return { limit, offset, fromEnd: false };
  }
  if (left > far) throw invalidField('page', FAR_MESSAGE);
  return { limit: Math.max(0, Math.min(limit, left)), offset: Math.max(0, left - limit), fromEnd: true };
}

/** Sort fields of users; `name` means first name, then last name. */
export const USER_SORT_FIELDS = ['createdAt', 'name', 'email', 'role'] as const;
export type UserSortField = (typeof USER_SORT_FIELDS)[number];
/** Sort fields of staff lists; `status` follows the order of the status machine. */
export const REGISTRATION_SORT_FIELDS = [
  'createdAt',
  'statusUpdatedAt',
  'title',
  'applicantName',
  'status',
] as const;
/** Sort fields of a client's own list, which also offers `priority`: what needs the owner's action first. */
/** Values of `sort`: a column name for ascending, with "-" before it for descending. */
export const sortsBy = <const Field extends string>(fields: readonly Field[]) =>
  fields.flatMap((field): (Field | `-${Field}`)[] => [field, `-${field}`]);

export const OWN_SORT_FIELDS = ['createdAt', 'statusUpdatedAt', 'title', 'status'] as const;
export type OwnSortField = (typeof OWN_SORT_FIELDS)[number];
/** `priority` puts registrations that wait for the owner first. */
export const OWN_LIST_SORTS = ['priority', ...sortsBy(OWN_SORT_FIELDS)] as const;
export type OwnListSort = (typeof OWN_LIST_SORTS)[number];
/** Sort fields of one operator's list, also by `waiting`; `-waiting` puts the longest waiting first. */
export const STAFF_SORT_FIELDS = [...REGISTRATION_SORT_FIELDS, 'waiting'] as const;
export type StaffSortField = (typeof STAFF_SORT_FIELDS)[number];

export const SORT_MESSAGE = 'Ordenação inválida';
export type Sort<Field extends string> = { field: Field; descending: boolean };

/** `field` ascends, `-field` descends, empty means newest first. @throws AppError invalid-input */
export function checkSort<Field extends string>(
  fields: readonly ('createdAt' | Field)[],
  sort: string,
): Sort<'createdAt' | Field> {
  if (sort === '') return { field: 'createdAt', descending: true };
  const descending = sort.startsWith('-');
  const field = fields.find((known) => known === sort.slice(descending ? 1 : 0));
  if (field === undefined) throw invalidField('sort', SORT_MESSAGE);
  return { field, descending };
}
