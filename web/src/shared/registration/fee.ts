import type { Registration } from '@g2/gateway/contract/registrations';

/** Name of the fee of a registration. A new version of a program has a fee of its own. */
export const feeName = ({ versionNumber }: Pick<Registration, 'versionNumber'>): string =>
  versionNumber > 1 ? `Taxa da versão ${versionNumber}` : 'Taxa de registro';
