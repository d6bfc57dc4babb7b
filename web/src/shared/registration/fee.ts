import type { Registration } from '@g2/gateway/contract/registrations';

/** Name of a registration's fee; a later version of a program has its own fee. */
export const feeName = ({ versionNumber }: Pick<Registration, 'versionNumber'>): string =>
  versionNumber > 1 ? `Taxa da versão ${versionNumber}` : 'Taxa de registro';
