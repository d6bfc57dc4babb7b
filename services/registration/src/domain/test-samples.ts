import { type Details, NO_DETAILS } from '@g2/terms/details';
import { AppError } from '@g2/terms/errors';
import type { Caller, Registration, StoredFile } from './registration.ts';

/** Sample states for domain tests. */
export const now = new Date('2026-11-21T12:00:00Z');
export const before = new Date('2026-11-01T12:00:00Z');
export const owner: Caller = { id: 'owner', role: 'client' };

export const file: StoredFile = {
  sha256: 'a'.repeat(64),
  sha512: 'a'.repeat(128),
  fileName: 'programa.zip',
  fileSize: 1_024,
  objectKey: 'objects/1',
  attachedAt: before,
};

export const details: Details = {
  ...NO_DETAILS,
  title: 'Programa',
  applicantName: 'Ana Souza',
  applicantEmail: 'ana@example.com',
  applicantTaxId: '529.982.247-25',
  holderName: 'Ana Souza',
  description: 'Um programa',
  jurisdiction: 'global',
};

/** Submitted, with a file, never paid; `over` overrides fields. */
export const registration = (over: Partial<Registration> = {}): Registration => ({
  id: 'r1',
  version: 3,
  userId: owner.id,
  details,
  file,
  earlierFile: null,
  status: 'submitted',
  statusUpdatedAt: before,
  statusUpdatedBy: owner.id,
  assignedOperatorId: null,
  paymentAmount: 349_900,
  paymentId: null,
  paymentPaidAt: null,
  governmentSubmittedAt: null,
  certificateIssuedAt: null,
  closure: null,
  fileTaken: false,
  correctionReason: null,
  changedSinceCorrection: false,
  correctionsAskedAt: null,
  unread: { byClient: 0, byStaff: 0 },
  holdersTotal: 0,
  lineage: { number: 1, rootId: 'r1', previousId: null, whatIsNew: null },
  certificateRevokedAt: null,
  createdAt: before,
  ...over,
});

export function refusal(work: () => unknown): AppError {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('was not refused');
}
