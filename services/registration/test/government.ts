import type { GovernmentData } from '@g2/proto/registration';

/** Government data with a protocol only. */
export const sampleGovernmentData: GovernmentData = {
  protocol: 'BR 51 2026 000123-4',
  languages: [],
  applicationFields: [],
  programTypes: [],
  authors: [],
};

/** A unique document that starts like a PDF. */
export const sampleDocument = (over: { kind?: string; fileName?: string; content?: Buffer } = {}) => ({
  kind: 'attachment',
  fileName: 'guia.pdf',
  content: Buffer.from(`%PDF-1.7 ${Math.random()}`),
  ...over,
});
