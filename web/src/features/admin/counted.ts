import { formatInteger } from '../../lib/format.ts';

/** So many registrations, in words. */
export const registrations = (count: number): string =>
  count === 1 ? '1 registro' : `${formatInteger(count)} registros`;
