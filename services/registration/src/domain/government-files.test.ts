import { expect, it } from 'vitest';
import { checkFileRoom, checkGovernmentFile, detectMediaType, fileNameFor } from './government-files.ts';
import { refusal } from './test-samples.ts';

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]);
const pdf = Buffer.from('%PDF-1.7');

it.each([
  ['%PDF-1.7 …', 'application/pdf'],
  ['<?xml version="1.0"?><NFe/>', 'application/xml'],
  ['\ufeff<?xml version="1.0"?><NFe/>', 'application/xml'],
  ['<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', null],
  ['<?xml version="1.0"?><x:svg onload="a()"/>', null],
  ['<?xml version="1.0"?><html><body/></html>', null],
  ['<svg/>', null],
  ['<!doctype html><p>', null],
  ['MZ', null],
  ['', null],
])('[paper-sniff] detects %j as %s', (text, media) => expect(detectMediaType(Buffer.from(text))).toBe(media));

it('detects images by their first bytes', () =>
  expect([
    detectMediaType(png),
    detectMediaType(Buffer.from([0xff, 0xd8, 0xff, 0xe0])),
    detectMediaType(png.subarray(1)),
  ]).toEqual(['image/png', 'image/jpeg', null]));

it.each([
  ['guia.pdf', 'application/pdf', 'guia.pdf'],
  ['GUIA.PDF', 'application/pdf', 'GUIA.PDF'],
  ['foto.jpeg', 'image/jpeg', 'foto.jpeg'],
  ['pagina.html', 'application/pdf', 'pagina.html.pdf'],
  ['C:\\docs\\guia.pdf', 'application/pdf', 'guia.pdf'],
  ['../../.pdf', 'application/pdf', '.pdf.pdf'],
  ['', 'image/png', 'documento.png'],
] as const)('stores %j of type %s under the name %j', (typed, media, name) =>
  expect(fileNameFor(typed, media)).toBe(name),
);

it.each([
  [{ kind: 'outro' }, 'invalid-input'],
  [{ content: Buffer.alloc(0) }, 'invalid-input'],
  [{ content: Buffer.concat([pdf, Buffer.alloc(3 * 1024 * 1024)]) }, 'payload-too-large'],
  [{ content: Buffer.from('MZ') }, 'unsupported-media-type'],
  [{ kind: 'certificate', content: png }, 'unsupported-media-type'],
  [{ fileName: `${'a'.repeat(252)}.pdf` }, 'invalid-input'],
  [{ fileName: 'a\nb.pdf' }, 'invalid-input'],
] as const)('refuses a document with %o: %s', (over, code) =>
  expect(
    refusal(() => checkGovernmentFile({ kind: 'attachment', fileName: 'a.pdf', content: pdf, ...over })).code,
  ).toBe(code),
);

it('allows at most twenty documents', () => {
  expect(() => checkFileRoom(19)).not.toThrow();
  expect(refusal(() => checkFileRoom(20)).code).toBe('conflict');
});
