import type { Registration } from '@g2/gateway/contract/registrations';

/** What a registration's fee is called: a version after the first has a price of its own. */
export const feeName = ({ versionNumber }: Pick<Registration, 'versionNumber'>): string =>
  versionNumber > 1 ? `Taxa da versão ${versionNumber}` : 'Taxa de registro';
