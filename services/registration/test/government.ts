import type { GovernmentData } from '@g2/proto/registration';

/** Nothing of the government step but a protocol. */
export const filed: GovernmentData = {
  protocol: 'BR 51 2026 000123-4',
  languages: [],
  applicationFields: [],
  programTypes: [],
  authors: [],
};

/** A PDF of its own, as far as its first bytes say. */
export const aPaper = (over: { kind?: string; fileName?: string; content?: Buffer } = {}) => ({
  kind: 'attachment',
  fileName: 'guia.pdf',
  content: Buffer.from(`%PDF-1.7 ${Math.random()}`),
  ...over,
});
