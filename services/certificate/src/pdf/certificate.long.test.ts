import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { pagesOf, textOf } from '../../test/pdf-text.ts';
import { sample } from '../../test/sample.ts';
import { renderCertificate } from './certificate.ts';
import type { CertificateInput } from './certificate-input.ts';

const NUMBER = 'G2-2026-000123-E3B0-K';
const MANIFEST = Buffer.from('{"number":"G2-2026-000123-E3B0-K"}\n');
const DEPOSIT = {
  recordedAt: '2026-11-02T13:05:03.000Z',
  stamps: [
    { authority: 'ACT Exemplo', time: '2026-11-02T13:05:04.000Z' },
    { authority: 'Example TSA', time: '2026-11-02T13:06:00.000Z' },
  ],
  logIndex: 12_345,
};

const render = (
  changes: Parameters<typeof sample>[0] = {},
  more: Partial<Omit<CertificateInput, 'statement'>> = {},
): Promise<Buffer> =>
  renderCertificate({
    statement: sample(changes),
    number: NUMBER,
    publicUrl: 'https://g2.example.com',
    supersedes: null,
    deposit: null,
    manifest: MANIFEST,
    isTest: false,
    ...more,
  });

const people = (count: number, name = 'Titular de nome') =>
  Array.from({ length: count }, (_, index) => ({
    name: `${name} ${index + 1}`,
    taxId: '123.456.789-09',
    percentage: Math.floor(100 / count),
  }));

const folder = mkdtempSync(join(tmpdir(), 'g2-certificate-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a command on a file and returns stdout and stderr; undefined when not installed. */
function said(
  command: string,
  args: string[],
  pdf: Buffer,
): { status: number | null; text: string } | undefined {
  const file = join(folder, 'certificate.pdf');
  writeFileSync(file, pdf);
  const { error, status, stdout, stderr } = spawnSync(command, [...args, file], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (error) {
    console.log(`${command} is not installed: what it would say of the PDF is not checked`);
    return undefined;
  }
  return { status, text: stdout + stderr };
}

describe('the text of a certificate', () => {
  it('contains title, people, hashes, number and dates exactly', async (context) => {
    const text = textOf(await render({}, { deposit: DEPOSIT }));
    if (text === undefined) return context.skip();
    const { title, description, applicantName, applicantTaxId, holderName, sha256, sha512, fileName } =
      sample();
    const facts = [title, description, applicantName, applicantTaxId, holderName, sha256, sha512, fileName];
    const more = ['Inês Araújo', '12.ABC.345/01DE-35', '60%', '40%', 'Brasil', '11,77 MB (12.345.678 bytes)'];
    const dates = ['01/11/2026 23:30', '02/11/2026 10:05', '10/11/2026 15:00', '31/12/2026 22:15'];
    const proof = [
      'carimbo do tempo de ACT Exemplo, 02/11/2026 10:05',
      'entrada nº 12.345 do registro público',
    ];
    const checks = ['sha256sum', 'certutil -hashfile', 'pdfsig', 'RFC 3161', '/log/checkpoint', 'g2-verify'];
    const law = ['Lei nº 9.609/1998, art. 2º, § 3º', 'Não é o Instituto Nacional da Propriedade Industrial'];
    const link = `g2.example.com/verificar/${NUMBER}`;
    for (const part of [...facts, ...more, ...dates, ...proof, ...checks, ...law, NUMBER, link]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('TESTE');
    expect(text).not.toContain('Substitui');
  });

  it('omits missing evidence and a missing second hash', async (context) => {
    const text = textOf(await render({ sha512: null }));
    if (text === undefined) return context.skip();
    for (const part of ['PROVA DO DEPÓSITO', 'RFC 3161', 'registro público', 'SHA-512']) {
      expect(text).not.toContain(part);
    }
  });

  it('names the certificate that it replaces', async (context) => {
    const text = textOf(await render({}, { supersedes: 'G2-2026-000099-AAAA-3' }));
    if (text === undefined) return context.skip();
    expect(text).toContain('Substitui o certificado nº G2-2026-000099-AAAA-3');
  });

  it('states which holder has no share and how much is unassigned', async (context) => {
    const holders = [33, 34, 25].map((percentage, i) => ({
      ...people(3)[i],
      name: `Sócio ${i}`,
      percentage,
    }));
    const statement = { holderName: 'ACME Ltda', holders: holders.map((one) => ({ taxId: '1', ...one })) };
    const text = textOf(await render(statement));
    if (text === undefined) return context.skip();
    expect(text).toContain('ACME Ltda (sem participação declarada)');
    expect(text).toContain('Participação declarada: 92% (8% não atribuídos)');
    expect(text).not.toMatch(/titular principal/i);
    const whole = textOf(await render({ holderName: 'João Guimarães Conceição' }));
    expect(whole).toContain('Participação declarada: 100%');
    expect(whole).not.toContain('sem participação');
  });
});

describe('the pages of a certificate', () => {
  it('are two for an ordinary registration: front and back', async () => {
    expect(pagesOf(await render({}, { deposit: DEPOSIT }))).toBe(2);
  });

  it('are each marked as a test and stay readable', async (context) => {
    const pdf = await render({ holders: people(30) }, { isTest: true, deposit: DEPOSIT });
    const pages = pagesOf(pdf);
    expect(pages).toBeGreaterThan(2);
    for (let page = 1; page <= pages; page++) {
      const text = textOf(pdf, page);
      if (text === undefined) return context.skip();
      expect(text).toContain('TESTE · SEM VALIDADE JURÍDICA');
      expect(text).toContain(`Página ${page} de ${pages}`);
    }
    expect(textOf(pdf, 1)).toContain(sample().sha256);
  });

  it.each([1, 2, 12, 100])('list all %i holders', async (count) => {
    const holders = people(count);
    const pdf = await render({ holders }, { deposit: DEPOSIT });
    const text = textOf(pdf);
    if (text === undefined) return;
    for (const { name } of holders) expect(text).toContain(`${name} `);
    const front = textOf(pdf, 1) ?? '';
    if (count > 3)
      expect(front).toMatch(/e mais \d+ titulares: a relação completa, de \d+, está na página seguinte/);
    else expect(front).toContain(`Titular de nome ${count}`);
  });

  it('keep hash, address and seal in place for the longest texts', async (context) => {
    const title = 'Sistema Integrado de Gestão Tributária e Contábil '.repeat(4).trim();
    const pdf = await render(
      {
        title,
        description: 'palavra '.repeat(900),
        applicantName: 'Maria Fernanda de Albuquerque '.repeat(7).slice(0, 200).trim(),
        applicantTaxId: '9'.repeat(18),
        holderName: 'X'.repeat(200),
        fileName: `${'W'.repeat(251)}.zip`,
        fileSize: 524_288_000,
        holders: people(100, 'Nome comprido '.repeat(13).trim()),
      },
      { deposit: { ...DEPOSIT, stamps: Array(4).fill(DEPOSIT.stamps[0]) }, supersedes: NUMBER },
    );
    const front = textOf(pdf, 1);
    if (front === undefined) return context.skip();
    expect(front).toContain(title);
    expect(front).toContain(sample().sha256);
    expect(front).toContain('100 titulares: a relação completa');
    expect(textOf(pdf)).toContain('Nome comprido 100');
    expect(textOf(pdf)).toContain('entrada nº 12.345');
    // Overflow would overlap the footer: QR code, address and seal.
    const placed = said('pdftotext', ['-f', '1', '-l', '1', '-bbox'], pdf);
    if (placed?.status !== 0) return;
    const words = readFileSync(join(folder, 'certificate.html'), 'utf8');
    const lowest = (word: string) => Number(new RegExp(`yMax="([\\d.]+)">${word}`).exec(words)?.[1]);
    expect(lowest('Brasília')).toBeLessThan(lowest('CONFIRA') - 8);
  });
});

describe('texts in a certificate', () => {
  it.each([
    'Łukasz Żółć',
    '株式会社ソフトウェア',
    '软件有限公司',
    '한국소프트웨어',
    'Νίκος Юлия',
    'Trần Thị Mỹ Hạnh',
    'ภาษาไทย',
    'सॉफ्टवेयर',
    'தமிழ்',
    '🚀 → ♞',
    'R&D <b>"x"</b>',
  ])('print unchanged: %s', async (title) => {
    const text = textOf(await render({ title, fileName: `${title}.zip`, applicantName: title }));
    if (text !== undefined) expect(text.split(title).length).toBeGreaterThan(2);
  });

  it.each(['שלום עולם', 'شركة البرمجيات'])('from right to left keep their letters: %s', async (title) => {
    const text = textOf(await render({ title }));
    if (text === undefined) return;
    const letters = text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');
    for (const word of title.split(' ')) expect(letters).toContain(word);
  });

  it.each([
    ['a\ud800b\ue000', 'a[U+D800]b[U+E000]'],
    ['👩‍👩‍👧 família', 'família'],
    ['\u0000\u0001x\u202e y', 'x y'],
    [' ', 'Certifica-se o depósito'],
  ])('that no font can show are printed as code points or dropped: %j', async (title, written) => {
    const text = textOf(await render({ title, applicantName: title }));
    if (text !== undefined) expect(text).toContain(written);
  });
});

describe('the bytes of a certificate', () => {
  it('are the same for the same facts and differ for other facts', async () => {
    const first = await render();
    await render({ title: 'Ω\u2126 ação\u00a0fi ﬁ 株 العربية' });
    expect((await render()).equals(first)).toBe(true);
    expect((await render({ title: 'Outro' })).equals(first)).toBe(false);
    const [one, other] = await Promise.all([render(), render()]);
    expect(one.equals(first) && other.equals(first)).toBe(true);
  });

  it('are tagged PDF/A-3 in Portuguese with the attached manifest', async (context) => {
    const pdf = await render();
    const source = pdf.toString('latin1');
    expect(source).toMatch(/^%PDF-1\.7/);
    expect(source).toContain('<pdfaid:part>3</pdfaid:part>');
    expect(source).toContain('<pdfaid:conformance>A</pdfaid:conformance>');
    expect(source).toContain('/AFRelationship /Data');
    expect(source).toContain('/Lang (pt-BR)');
    const info = said('pdfinfo', [], pdf);
    if (!info) return context.skip();
    expect(info.text).toMatch(/Tagged: +yes/);
    expect(info.text).toContain('A4');
    expect(said('pdfdetach', ['-list'], pdf)?.text).toContain('1: manifesto.json');
    said('pdfdetach', ['-saveall'], pdf);
    expect(readFileSync(join(folder, 'manifesto.json'))).toEqual(MANIFEST);
    expect(said('pdffonts', [], pdf)?.text).not.toMatch(/ no +(yes|no) +(yes|no) +\d/);
    const structure = said('pdfinfo', ['-struct'], pdf)?.text ?? '';
    for (const tag of ['Document', 'H1', 'H2', 'Table', 'TH', 'LBody', 'Figure'])
      expect(structure).toContain(tag);
    const checked = said('qpdf', ['--check'], pdf);
    if (checked) expect(checked).toMatchObject({ status: 0, text: expect.not.stringContaining('WARNING') });
  });
});
