import { AppError } from './errors.ts';

/** Rows of a page where none are asked for: a client's lists and staff's. */
export const CLIENT_PAGE_SIZE = 12;
export const STAFF_PAGE_SIZE = 10;
export const MAX_PAGE_SIZE = 100;
/** Keeps page × limit inside 32 bits, so no offset can overflow further in. */
export const MAX_PAGE = 10_000_000;

export const PAGE_MESSAGES = {
  page: 'Página inválida',
  limit: 'Limite inválido',
  small: 'O limite mínimo é 1',
  large: `O limite máximo é ${MAX_PAGE_SIZE}`,
  first: 'A página começa em 1',
} as const;

export type PageBounds = { limit: number; offset: number };

/**
 * Limit and offset of a page (api-rules H2); 0 means unsaid: the first page, `usual` rows.
 * @throws AppError invalid-input, naming the field
 */
export function pageBounds(
  page: { page: number; limit: number } | undefined,
  usual: number = STAFF_PAGE_SIZE,
  largest: number = MAX_PAGE_SIZE,
): PageBounds {
  const number = page?.page || 1;
  const limit = page?.limit || usual;
  if (!Number.isSafeInteger(number) || number < 1 || number > MAX_PAGE)
    throw refused('page', PAGE_MESSAGES.page);
  if (!Number.isSafeInteger(limit) || limit < 1) throw refused('limit', PAGE_MESSAGES.small);
  if (limit > largest) throw refused('limit', PAGE_MESSAGES.large);
  return { limit, offset: (number - 1) * limit };
}

/** How many rows are passed over before a list is counted, to begin at its nearer end. */
const NEAR = 1_000;
/** So far from both ends of a list nobody reads, and a walk there would keep the others waiting. */
const FAR = 20_000;
const FAR_MESSAGE = 'Página longe demais do início e do fim da lista: use os filtros ou a busca.';

/** How a page is walked to: `fromEnd` by the order turned round, its rows then turned round again. */
export type Walk = PageBounds & { fromEnd: boolean };

/**
 * Walks to a page from the nearer end of its list, as far as that end is known.
 * @param countAll how many rows there are; asked of pages far from the first alone
 * @throws AppError invalid-input for one that is far from both ends
 */
export async function walkTo(
  { limit, offset }: PageBounds,
  countAll: () => Promise<{ total: number; totalCapped: boolean }>,
): Promise<Walk> {
  if (offset < NEAR) return { limit, offset, fromEnd: false };
  const { total, totalCapped } = await countAll();
  const left = total - offset;
  if (totalCapped || offset <= left) {
    if (offset > FAR || (totalCapped && left <= 0)) throw refused('page', FAR_MESSAGE);
    return { limit, offset, fromEnd: false };
  }
  if (left > FAR) throw refused('page', FAR_MESSAGE);
  return { limit: Math.max(0, Math.min(limit, left)), offset: Math.max(0, left - limit), fromEnd: true };
}

/** Columns a list of users may be sorted by; `name` is the first, then the last. */
export const USER_SORT_FIELDS = ['createdAt', 'name', 'email', 'role'] as const;
export type UserSortField = (typeof USER_SORT_FIELDS)[number];
/** Columns a staff list of registrations may be sorted by; `status` in the order of the status machine. */
export const REGISTRATION_SORT_FIELDS = [
  'createdAt',
  'statusUpdatedAt',
  'title',
  'applicantName',
  'status',
] as const;
/** Columns a client's own registrations may be sorted by; beside them, `priority`: what waits for its owner first. */
export const OWN_SORT_FIELDS = ['createdAt', 'statusUpdatedAt', 'title', 'status'] as const;
export type OwnSortField = (typeof OWN_SORT_FIELDS)[number];
/** The same, and how long each waits for the staff: of one operator's list. `-waiting` has what waits longest first. */
export const STAFF_SORT_FIELDS = [...REGISTRATION_SORT_FIELDS, 'waiting'] as const;
export type StaffSortField = (typeof STAFF_SORT_FIELDS)[number];

export const SORT_MESSAGE = 'Ordenação inválida';
export type Sort<Field extends string> = { field: Field; descending: boolean };

/**
 * The order of a list: `field` ascending, `-field` descending.
 * @param fields those it may be sorted by
 * @returns newest first when empty
 * @throws AppError invalid-input
 */
export function checkSort<Field extends string>(
  fields: readonly ('createdAt' | Field)[],
  sort: string,
): Sort<'createdAt' | Field> {
  if (sort === '') return { field: 'createdAt', descending: true };
  const descending = sort.startsWith('-');
  const field = fields.find((known) => known === sort.slice(descending ? 1 : 0));
  if (field === undefined) throw refused('sort', SORT_MESSAGE);
  return { field, descending };
}

const refused = (field: string, message: string): AppError =>
  new AppError('invalid-input', { message, fields: { [field]: message } });
