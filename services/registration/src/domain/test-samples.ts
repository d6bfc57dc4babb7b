import { type Details, NO_DETAILS } from '@g2/terms/details';
import { AppError } from '@g2/terms/errors';
import { type Caller, create, type Registration, type StoredFile } from './registration.ts';

/** Fixed current time of the sample states for domain tests. */
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

/** A registration that is submitted, has a file and was never paid. `over` overrides fields. */
export const registration = (over: Partial<Registration> = {}): Registration => ({
  ...create(details, owner, 'r1', before).next,
  version: 3,
  file,
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
