import { expect, it } from 'vitest';
import { certificateAct, proofDownloadedAct } from './acts.ts';
import {
  assertNotBlocked,
  type Certificate,
  certificateFileName,
  completeStatement,
  depositOf,
  isOutdated,
  issueCertificate,
  numberFor,
  type RegistrationFacts,
  revokeCertificate,
  type StoredStatement,
  statementOf,
  statusOf,
} from './certificate.ts';
import { publicHolder } from './public.ts';

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
  depositedAt: new Date(9),
  certificateIssuedAt: new Date('2027-01-01T01:15:00.000Z'),
  staff: { internalNotes: [{ text: 'secret' }] },
};

const issued = (status = 'certificate_issued', changes: object = {}): RegistrationFacts => ({
  registration: { ...registration, status, ...changes },
  holders: [{ holderName: 'N', holderTaxId: 'Y', ownershipPercentage: 7 }],
  blocked: false,
});

it('a statement contains the registration without internal staff data', () => {
  const statement = statementOf(issued());
  expect(statement).toMatchObject({
    title: 'T',
    holders: [{ name: 'N', taxId: 'Y', percentage: 7 }],
    createdAt: new Date(1).toISOString(),
    depositedAt: new Date(9).toISOString(),
    paidAt: null,
    issuedAt: '2027-01-01T01:15:00.000Z',
  });
  expect(JSON.stringify(statement)).not.toContain('secret');
});

it.each(['submitted', 'paid', 'reviewing', 'government_processing', 'completed'])(
  '[certificate-early] issues no certificate in status %s',
  (status) => {
    expect(() => statementOf(issued(status))).toThrow(
      'O certificado ainda não foi emitido para este registro.',
    );
  },
);

it('a statement contains all known facts and null for unknown ones', () => {
  const known = { sha512: 'ab', paymentPaidAt: new Date(2), governmentSubmittedAt: new Date(3) };
  const version = { versionNumber: 2, previousId: 'p' };
  expect(statementOf(issued('certificate_issued', { ...known, ...version }))).toMatchObject({
    ...version,
    sha512: 'ab',
    paidAt: new Date(2).toISOString(),
    governmentSubmittedAt: new Date(3).toISOString(),
  });
  const first = { versionNumber: 1, previousId: null, preceding: null };
  const statement = statementOf(issued());
  expect(statement).toMatchObject({ ...first, sha512: null, governmentSubmittedAt: null });
  const { versionNumber: _, previousId: __, preceding: ___, depositedAt: ____, ...older } = statement;
  expect(completeStatement(older)).toMatchObject({ ...first, depositedAt: null });
});

it('depositOf returns undefined without a file and throws for a deleted registration', () => {
  for (const lacking of [{ fileSize: undefined }, { fileName: undefined }, { createdAt: undefined }])
    expect(depositOf(issued('submitted', lacking))).toBeUndefined();
  // During an update, an old registration replica does not send `depositedAt`.
  const unavailable = expect.objectContaining({ code: 'unavailable' });
  expect(() => depositOf(issued('submitted', { depositedAt: undefined }))).toThrow(unavailable);
  const notFound = expect.objectContaining({ code: 'not-found', message: 'Registro não encontrado' });
  const none = { ...issued(), registration: undefined };
  for (const gone of [none, issued('paid', { details: undefined })])
    expect(() => depositOf(gone)).toThrow(notFound);
  expect(() => statementOf(none)).toThrow(expect.objectContaining({ code: 'certificate-not-available' }));
});

it('returns the facts of issue and revocation and the audit trail acts', () => {
  const certificate: Certificate = {
    number: 'G2',
    version: 1,
    supersedes: null,
    statement: statementOf(issued()),
    sha256: 'ab',
    pdf: Buffer.of(1),
    level: 'none',
  };
  expect(issueCertificate(certificate)).toEqual({ next: certificate, facts: [{ kind: 'issued' }] });
  const fact = { kind: 'revoked', reason: 'Erro', superseded: true };
  expect(revokeCertificate(certificate, 'Erro', true)).toEqual({ next: certificate, facts: [fact] });
  const act = { action: 'certificate-kept', actorId: 'a', subjectType: 'certificate', subjectId: 'G2' };
  expect(certificateAct('certificate-kept', 'G2', 'a')).toEqual(act);
  expect(proofDownloadedAct('r', 'a')).toEqual({
    action: 'file-downloaded',
    actorId: 'a',
    subjectType: 'registration',
    subjectId: 'r',
    detail: { what: 'proof' },
  });
});

it.each([
  ['529.982.247-25', '***.982.247-**'],
  ['52998224725', '***.982.247-**'],
  ['12.345.678/0001-95', '12.345.678/0001-95'],
])('masks the tax id %s of a public holder as %s', (taxId, taxIdMasked) => {
  const holder = { name: 'N', percentage: 7 };
  expect(publicHolder({ ...holder, taxId })).toEqual({ ...holder, taxIdMasked });
});

it('refuses a registration with a refunded or disputed payment', () => {
  const suspended = { code: 'certificate-not-available', message: expect.stringContaining('suspenso') };
  expect(() => assertNotBlocked({ ...issued(), blocked: true })).toThrow(expect.objectContaining(suspended));
  expect(() => assertNotBlocked(issued())).not.toThrow();
});

it('fails instead of issuing when an issued registration has no file', () => {
  expect(() => statementOf(issued('certificate_issued', { sha256: undefined }))).toThrow(/lacks its file/);
});

it('a certificate number consists of the year in São Paulo, the sequence and the hash', () => {
  const before = statementOf(issued());
  expect(numberFor(before, 123)).toMatch(/^G2-2026-000123-E3B0-[0-9A-Z]$/);
  const midnight = new Date('2027-01-01T03:00:00.000Z');
  const after = statementOf(issued('certificate_issued', { certificateIssuedAt: midnight }));
  expect(numberFor(after, 1_234_567)).toMatch(/^G2-2027-1234567-E3B0-[0-9A-Z]$/);
});

it('[certificate-name] names the file as spec §7 does', () => {
  expect(certificateFileName(ID)).toBe('certificado_01930000.pdf');
});

it('a certificate is outdated after a fact changed, but not after facts were added or reordered', () => {
  const now = statementOf(issued());
  const differs = (facts: StoredStatement, later: object) =>
    isOutdated({ facts, revokedAt: null }, { ...now, ...later });
  expect(differs(now, {})).toBe(false);
  const { sha512: _, ...earlier } = now;
  const kept = JSON.parse(
    JSON.stringify({ ...earlier, holders: [{ percentage: 7, taxId: 'Y', name: 'N' }] }),
  );
  expect(differs(kept, { sha512: 'ab' })).toBe(false);
  const preceding = { number: 'G2', issuedAt: now.issuedAt, versionNumber: 1 };
  expect(differs(now, { issuedAt: now.createdAt, preceding })).toBe(false);
  expect(differs(now, { title: 'U' })).toBe(true);
  expect(differs(now, { holders: [] })).toBe(true);
});

it('a certificate is outdated when it states the creation date of the draft as deposit date', () => {
  const now = statementOf(issued());
  const { depositedAt: _, ...facts } = now;
  expect(isOutdated({ facts, revokedAt: null }, now)).toBe(true);
  expect(isOutdated({ facts, revokedAt: null }, { ...now, depositedAt: now.createdAt })).toBe(false);
  expect(isOutdated({ facts, revokedAt: new Date(0) }, now)).toBe(false);
});

it('a replaced certificate is superseded, and revoked takes precedence', () => {
  expect(statusOf({ revokedAt: null, supersededBy: null })).toBe('valid');
  expect(statusOf({ revokedAt: null, supersededBy: 'G2' })).toBe('superseded');
  expect(statusOf({ revokedAt: new Date(0), supersededBy: 'G2' })).toBe('revoked');
});
