import { closeAfterTests } from '@g2/kit/testing';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { openDocument } from '../src/pades/document.ts';
import { catalogOf, signaturesOf } from '../src/pades/fields.ts';
import { levelOf, signPdf, upgradePdf } from '../src/pades/sign.ts';
import { startAuthority } from './authority.ts';
import { samplePdf } from './sample-pdf.ts';

const authority = await closeAfterTests(startAuthority());
const statement = {
  name: 'G2 Software Registry',
  reason: 'Certificado de registro de autoria de software nº 1',
  location: 'Brasil',
  at: new Date('2026-03-01T12:34:56Z'),
};
let pdf: Buffer;
beforeAll(async () => {
  pdf = await samplePdf();
});
beforeEach(() => authority.setFailure(null));

const isBeginning = (one: Buffer, of: Buffer) => of.subarray(0, one.length).equals(one);

test('signing appends to the PDF and reaches B-LTA when time stamp authorities and CRLs are available', async () => {
  const failures: unknown[] = [];
  const signing = await authority.signing(failures);
  const signed = await signPdf(pdf, signing, statement);
  expect(signed.level).toBe('B-LTA');
  expect(levelOf(signed.pdf)).toBe('B-LTA');
  expect(isBeginning(pdf, signed.pdf)).toBe(true);
  expect(await upgradePdf(signed.pdf, signing)).toBeUndefined();
  expect(failures).toEqual([]);
  const document = openDocument(signed.pdf);
  const kinds = signaturesOf(document).map(({ kind }) => kind);
  expect(kinds).toEqual(['signature', 'stamp']);
  // PDF/A metadata, tags and attachments are unchanged.
  const [before, after] = [catalogOf(openDocument(pdf)), catalogOf(document)];
  for (const [name, value] of before) expect(after.get(name)).toEqual(value);
  expect([...after.keys()].filter((name) => !before.has(name))).toEqual(['/AcroForm', '/DSS']);
});

test('the signature placeholder fits the size of the authority’s tokens', async () => {
  const signing = await authority.signing();
  const first = await signPdf(pdf, signing, statement);
  const second = await signPdf(pdf, signing, statement);
  expect(second.pdf.length).toBeLessThan(first.pdf.length);
  expect(second.pdf.length - pdf.length).toBeLessThan(24_000);
});

test('signing skips an unavailable time stamp authority', async () => {
  await authority.setFailure('failing', 1);
  const failures: unknown[] = [];
  const signed = await signPdf(pdf, await authority.signing(failures), statement);
  expect(signed.level).toBe('B-LTA');
  // The failing authority is tried once per document.
  expect(failures).toHaveLength(1);
});

test('a signature without configured time stamp authorities is B-B and is raised to B-LTA later', async () => {
  await authority.setFailure('failing');
  const signing = await authority.signing();
  const signed = await signPdf(pdf, signing, statement);
  expect(signed.level).toBe('B-B');
  expect(await upgradePdf(signed.pdf, signing)).toBeUndefined();
  await authority.setFailure(null, 2);
  const stamped = await upgradePdf(signed.pdf, signing);
  expect(stamped?.level).toBe('B-T');
  await authority.setFailure(null);
  const raised = await upgradePdf(stamped?.pdf ?? Buffer.alloc(0), signing);
  expect(raised?.level).toBe('B-LTA');
  expect(isBeginning(signed.pdf, raised?.pdf ?? Buffer.alloc(0))).toBe(true);
});

test('signing waits at most five seconds for a time stamp authority', async () => {
  await authority.setFailure('silent');
  const from = Date.now();
  const signed = await signPdf(pdf, await authority.signing(), statement);
  expect(signed.level).toBe('B-B');
  expect(Date.now() - from).toBeLessThan(8_000);
});

test('a signature without CRLs is B-T and is raised to B-LTA later', async () => {
  await authority.setFailure('failing', 'lists');
  const failures: unknown[] = [];
  const signing = await authority.signing(failures);
  const signed = await signPdf(pdf, signing, statement);
  expect(signed.level).toBe('B-T');
  expect(String(failures)).toContain('list of revoked certificates: Error: answered 503');
  await authority.setFailure(null);
  expect((await upgradePdf(signed.pdf, signing))?.level).toBe('B-LTA');
});

test('refuses unsupported PDFs', async () => {
  const signing = await authority.signing();
  for (const wrong of [Buffer.alloc(0), Buffer.from('hello'), pdf.subarray(0, -30)])
    await expect(signPdf(wrong, signing, statement)).rejects.toThrow(RangeError);
  expect(() => levelOf(pdf)).toThrow('a PDF without a signature');
});
