import type { UserSortField } from '@g2/terms/pages';
import type { UserSort } from '../domain/input.ts';

// Each order has an index, which is read in either direction; e-mail addresses are ASCII. The id makes the
// order total, for stable pages.
const KEYS: Readonly<Record<UserSortField, readonly string[]>> = {
  createdAt: ['created_at', 'id'],
  name: ['first_name COLLATE pt_br', 'last_name COLLATE pt_br', 'id'],
  email: ['lower(email) COLLATE "C"', 'id'],
  role: ['role', 'created_at DESC', 'id DESC'],
};

const reversed = (key: string): string => (key.endsWith(' DESC') ? key.slice(0, -5) : `${key} DESC`);

export const orderKeys = ({ field, descending }: UserSort): string =>
  KEYS[field].map((key) => (descending ? reversed(key) : key)).join(', ');
