import { formatInteger } from '../../lib/format.ts';

export const registrationCountText = (count: number): string =>
  count === 1 ? '1 registro' : `${formatInteger(count)} registros`;
