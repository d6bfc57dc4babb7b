import { expect, it } from 'vitest';
import {
  assertNotBlocked,
  certificateFileName,
  numberOf,
  type RegistrationFacts,
  statementOf,
} from './certificate.ts';

const ID = '01930000-0000-7000-8000-0000000000ab';

const registration = {
  id: ID,
  userId: '01930000-0000-7000-8000-0000000000cd',
  details: {
    title: 'T',
    description: 'D',
    applicantName: 'A',
    applicantTaxId: 'X',
    holderName: 'H',
    jurisdiction: 'global',
    applicantEmail: 'secret@example.com',
    notes: 'secret',
  },
  sha256: 'e3b0'.padEnd(64, 'c4'),
  fileName: 'a.zip',
  fileSize: 10,
  createdAt: new Date(1),
  certificateIssuedAt: new Date('2027-01-01T01:15:00.000Z'),
  staff: { internalNotes: [{ text: 'secret' }] },
};

const issued = (status = 'certificate_issued', changes: object = {}): RegistrationFacts => ({
  registration: { ...registration, status, ...changes },
  holders: [{ holderName: 'N', holderTaxId: 'Y', ownershipPercentage: 7 }],
  blocked: false,
});

it('states the registration, without what is for staff alone', () => {
  const statement = statementOf(issued());
  expect(statement).toMatchObject({
    title: 'T',
    holders: [{ name: 'N', taxId: 'Y', percentage: 7 }],
    createdAt: new Date(1).toISOString(),
    paidAt: null,
    issuedAt: '2027-01-01T01:15:00.000Z',
  });
  expect(JSON.stringify(statement)).not.toContain('secret');
});

it.each(['submitted', 'paid', 'reviewing', 'government_processing', 'completed'])(
  '[certificate-early] refuses %s',
  (status) => {
    expect(() => statementOf(issued(status))).toThrow(
      'O certificado ainda não foi emitido para este registro.',
    );
  },
);

it('refuses a suspended one by saying so', () => {
  expect(() => assertNotBlocked({ ...issued(), blocked: true })).toThrow(/suspenso/);
  expect(() => assertNotBlocked(issued())).not.toThrow();
});

it('fails, rather than issue, when an issued registration has no file', () => {
  expect(() => statementOf(issued('certificate_issued', { sha256: undefined }))).toThrow(/lacks its file/);
});

it('numbers by the civil year of São Paulo, the sequence, the hash and a check character', () => {
  const before = statementOf(issued());
  expect(numberOf(before, 123)).toMatch(/^G2-2026-000123-E3B0-[0-9A-Z]$/);
  const midnight = new Date('2027-01-01T03:00:00.000Z');
  const after = statementOf(issued('certificate_issued', { certificateIssuedAt: midnight }));
  expect(numberOf(after, 1_234_567)).toMatch(/^G2-2027-1234567-E3B0-[0-9A-Z]$/);
});

it('[certificate-name] names the file as spec §7 does', () => {
  expect(certificateFileName(ID)).toBe('certificado_01930000.pdf');
});
