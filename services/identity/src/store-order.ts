import type { UserSortField } from '@g2/terms/pages';
import type { UserSort } from './domain/input.ts';

// Each is the key of an index, forwards or backwards; e-mails are ASCII. Ids make every order total, so that no page
// repeats or loses a row.
const KEYS: Readonly<Record<UserSortField, readonly string[]>> = {
  createdAt: ['created_at', 'id'],
  name: ['first_name COLLATE pt_br', 'last_name COLLATE pt_br', 'id'],
  email: ['lower(email) COLLATE "C"', 'id'],
  role: ['role', 'created_at DESC', 'id DESC'],
};

const turned = (key: string): string => (key.endsWith(' DESC') ? key.slice(0, -5) : `${key} DESC`);

/** What a list of users is ordered by, as SQL has it after ORDER BY. */
export const orderKeys = ({ field, descending }: UserSort): string =>
  KEYS[field].map((key) => (descending ? turned(key) : key)).join(', ');
