import { expect, it } from 'vitest';
import { textOf } from '../../test/pdf-text.ts';
import { sample } from '../../test/sample.ts';
import { renderCertificate } from './certificate.ts';

const NUMBER = 'G2-2026-000123-E3B0';
const render = (changes: Parameters<typeof sample>[0] = {}) =>
  renderCertificate(sample(changes), NUMBER, 'https://g2.example.com');

const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;

it('says title, people, hash, number and dates exactly', async (context) => {
  const pdf = await render();
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  const text = textOf(pdf);
  if (text === undefined) return context.skip();
  const { title, description, applicantName, applicantTaxId, holderName, sha256, fileName } = sample();
  const said = [title, description, applicantName, applicantTaxId, holderName, sha256, fileName, NUMBER];
  const people = ['Inês Araújo', '12.ABC.345/01DE-35', '60%', '40%', 'Brasil', '11,77 MB (12.345.678 bytes)'];
  const dates = ['01/11/2026 23:30', '02/11/2026 10:05', '10/11/2026 15:00', '31/12/2026 22:15'];
  const fixed = ['sha256sum', 'certutil -hashfile', 'Não é o Instituto Nacional da Propriedade Industrial'];
  const link = `https://g2.example.com/?certificado=${NUMBER}`;
  for (const part of [...said, ...people, ...dates, ...fixed, link]) expect(text).toContain(part);
  expect(text).not.toContain('a fonte deste documento não tem');
});

it('does not contradict itself about holders: a name without a share and an open rest are said to be so', async (context) => {
  const holders = [33, 34, 25].map((percentage, i) => ({
    name: `Sócio ${i}`,
    taxId: '111.444.777-35',
    percentage,
  }));
  const text = textOf(await render({ holderName: 'ACME Ltda', holders }));
  if (text === undefined) return context.skip();
  expect(text).toContain('ACME Ltda (sem participação declarada)');
  expect(text).toContain('Participação declarada: 92% (8% não atribuídos)');
  expect(text).not.toContain('Titular principal');
  const whole = textOf(await render({ holderName: 'João Guimarães Conceição' }));
  expect(whole).toContain('Participação declarada: 100%');
  expect(whole).not.toContain('sem participação');
});

it('is one page for an ordinary registration', async () => {
  expect(pagesOf(await render())).toBe(1);
});

it('gives the same bytes for the same facts, and others for others', async () => {
  expect((await render()).equals(await render())).toBe(true);
  expect((await render()).equals(await render({ title: 'Outro' }))).toBe(false);
});

it('holds 100 holders and a long title, with the table header on every page of it', async (context) => {
  const holders = Array.from({ length: 100 }, (_, i) => ({
    name: `Titular de nome ${i + 1}`,
    taxId: '123.456.789-09',
    percentage: 1,
  }));
  const pdf = await render({
    holders,
    title: 'Título longo '.repeat(40),
    description: 'palavra '.repeat(900),
  });
  expect(pagesOf(pdf)).toBeGreaterThan(2);
  const text = textOf(pdf);
  if (text === undefined) return context.skip();
  for (const { name } of holders) expect(text).toContain(name);
  expect(text.match(/Participação/g)?.length).toBeGreaterThan(2);
  expect(text).toContain(sample().sha256);
});

it.each(['日本語ソフト', '👩‍👩‍👧 família', 'مرحبا \u202e abc', '\u0000\u0001\ud800 x', 'Žluťoučký', ' '])(
  'survives the title %j and tells that characters were replaced',
  async (title) => {
    const text = textOf(await render({ title, fileName: `${title}.zip`, applicantName: 'Ω' }));
    if (text !== undefined) expect(text).toContain('a fonte deste documento não tem');
  },
);
