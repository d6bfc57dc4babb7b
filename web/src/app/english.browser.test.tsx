import type { PublicCertificate } from '@g2/gateway/contract/certificates';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { aCertificate, aUser, CERTIFICATE_NUMBER, UNKNOWN_CERTIFICATE_NUMBER } from '../testing/records.ts';
import { open } from '../testing/render.tsx';
import { hasNoHorizontalScroll, main, press, region, setViewport } from '../testing/screen.ts';
import { answer, callsOf, refuse } from '../testing/server.ts';

const expectTitle = (name: string) =>
  expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible();
const expectText = (text: string | RegExp) => expect.element(main.getByText(text).first()).toBeVisible();
const banner = page.getByRole('banner');
const footer = page.getByRole('contentinfo');
const expectPath = (path: string) => expect.poll(() => window.location.pathname).toBe(path);
const expectLanguage = (language: string) => expect.poll(() => document.documentElement.lang).toBe(language);

function openCertificate(changes: Partial<PublicCertificate>): void {
  answer('getPublicCertificate', aCertificate(changes));
  open(`/en/verify/${CERTIFICATE_NUMBER}`, null);
}

const hashOf = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

async function dropFile(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const dataTransferWithFile = new DataTransfer();
  dataTransferWithFile.items.add(new File([bytes], 'source.zip'));
  const choose = page.getByRole('button', { name: 'Choose file' });
  await expect.element(choose).toBeVisible();
  choose
    .element()
    .parentElement?.dispatchEvent(
      new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: dataTransferWithFile }),
    );
}

describe('the English page of a certificate', () => {
  it('[english-valid] shows a certificate’s file, holders, dates and time stamps in English', async () => {
    openCertificate({});
    await expectTitle('Valid certificate');
    await expectLanguage('en');
    await expect
      .poll(() => document.title)
      .toBe(`Certificate valid: ${CERTIFICATE_NUMBER} · G2 Software Registry`);
    const rows = [...(document.querySelector('article dl')?.children ?? [])];
    const time = '2 March 2026, 09:00 (Brasília time)';
    expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ['Holders', 'Ana Lima · ***.982.247-** · 100%'],
      ['File', 'fonte.zip · 1.2 MB (1,234,567 bytes)'],
      ['Deposited on', time],
      ['Paid on', time],
      ['Certificate issued on', time],
      ['Time stamps', `${time} · ACT de Teste (of the file)`],
      ['Transparency log', 'Entry 7 (counting from 0) of 12 · Signed checkpoint'],
    ]);
    await expect
      .element(page.getByRole('button', { name: 'Copy SHA-256 of the deposited file' }))
      .toBeVisible();
  });

  it('[english-reason] marks the revocation’s reason as Portuguese, and links to English pages', async () => {
    const other = 'G2-2026-000002-1ECC-W';
    openCertificate({
      status: 'revoked',
      revokedAt: '2026-04-01T15:30:00.000Z',
      reason: 'Titularidade contestada',
      supersededBy: other,
    });
    await expectTitle('Revoked certificate');
    await expectText('Reason, as recorded in Portuguese:');
    await expect.element(main.getByText('Titularidade contestada')).toHaveAttribute('lang', 'pt-BR');
    answer('getPublicCertificate', aCertificate({ number: other }));
    await main.getByRole('link', { name: other }).click();
    await expectTitle('Valid certificate');
    await expectPath(`/en/verify/${other}`);
    await page.getByRole('link', { name: 'Verify another number' }).click();
    await expectTitle('Verify a certificate');
    await expectPath('/en/verify');
  });

  it('[english-unknown] says in English that no certificate has the number', async () => {
    refuse('getPublicCertificate', 'unknown-certificate');
    open(`/en/verify/${UNKNOWN_CERTIFICATE_NUMBER}`, null);
    await expectTitle('No certificate has this number');
    expect(page.getByRole('article').elements()).toHaveLength(0);
    await expect.element(page.getByLabelText('Certificate number')).toHaveValue(UNKNOWN_CERTIFICATE_NUMBER);
    refuse('getPublicCertificate', 'too-many-requests');
    open(`/en/verify/${CERTIFICATE_NUMBER}`, null);
    await expectTitle('Too many checks in one minute');
    answer('getPublicCertificate', aCertificate());
    await press('Try again');
    await expectTitle('Valid certificate');
  });

  it('[english-file] compares a dropped file with the certificate without sending it', async () => {
    const bytes = Uint8Array.from({ length: 1_000 }, (_, index) => index % 251);
    openCertificate({ sha256: await hashOf(bytes) });
    await expectTitle('Valid certificate');
    await dropFile(bytes);
    await expectText('This is the deposited file, byte for byte.');
    expect(callsOf('findCertificatesByFile')).toEqual([]);
    answer('findCertificatesByFile', { items: [] });
    await dropFile(bytes.slice(1));
    await expectText('This is not the file of this certificate.');
    await expectText('source.zip · 999 B');
  });

  it('[english-form] opens the certificate of a typed number, and shows a typing error at the field', async () => {
    answer('getPublicCertificate', aCertificate());
    open('/en/verify', null);
    await expectTitle('Verify a certificate');
    const field = page.getByLabelText('Certificate number');
    await field.fill(CERTIFICATE_NUMBER.replace('1ECC', '1ECD'));
    await press('Verify');
    await expect.element(page.getByRole('alert').getByText(/there is a typing error/)).toBeVisible();
    await field.fill(CERTIFICATE_NUMBER.toLowerCase());
    await press('Verify');
    await expectTitle('Valid certificate');
    await expectPath(`/en/verify/${CERTIFICATE_NUMBER}`);
  });
});

describe('the English landing page', () => {
  it('[english-landing] shows prices in reais and the stages, and marks links to Portuguese', async () => {
    open('/en', null);
    await expectTitle('The code is yours. Be able to prove it.');
    await expect
      .poll(() => document.title)
      .toBe('Registration of software authorship · G2 Software Registry');
    await expect.element(region('Prices').getByText(/^R\$ 3,499\.00/)).toBeVisible();
    await expectText(/Prices are in Brazilian reais/);
    await expectText('Government processing');
    await region('Change one letter and see').getByLabelText('Type any text').fill('x');
    await expectText(/of the 64 characters changed\.$/);
    await expect.element(footer.getByText('Terms of use (in Portuguese)')).toBeVisible();
    await expect
      .element(footer.getByRole('link', { name: 'How the proof works' }))
      .toHaveAttribute('href', '/en/help');
    await banner.getByRole('link', { name: 'Sign in (in Portuguese)' }).click();
    await expectTitle('Acesse sua conta');
    await expectLanguage('pt-BR');
  });
});

describe('the English help', () => {
  it('[english-help] explains the proof in English, and opens the question named in the URL', async () => {
    open('/en/help#log', null);
    await expectTitle('How the proof works');
    await expectText(/A public list of hashes that can only grow/);
    expect(document.querySelectorAll('details[open]')).toHaveLength(1);
    await main.getByRole('heading', { name: 'How can I check the hash myself?' }).click();
    await expect.element(page.getByRole('button', { name: 'Copy command for Windows' })).toBeVisible();
    await expect
      .element(main.getByRole('link', { name: 'contact form (in Portuguese)' }))
      .toHaveAttribute('href', '/help#contato');
  });
});

describe('the switch between the languages', () => {
  it.each([
    ['/', '/en', 'O código é seu. Tenha como provar.', 'The code is yours. Be able to prove it.'],
    ['/help', '/en/help', 'Central de Ajuda', 'How the proof works'],
    ['/verificar', '/en/verify', 'Conferir um certificado', 'Verify a certificate'],
    [
      `/verificar/${CERTIFICATE_NUMBER}`,
      `/en/verify/${CERTIFICATE_NUMBER}`,
      'Certificado válido',
      'Valid certificate',
    ],
  ])('[english-switch] leads from %s to %s and back', async (portuguese, english, title, englishTitle) => {
    answer('getPublicCertificate', aCertificate());
    open(portuguese, null);
    await expectTitle(title);
    await expectLanguage('pt-BR');
    await banner.getByRole('link', { name: 'English' }).click();
    await expectTitle(englishTitle);
    await expectPath(english);
    await expectLanguage('en');
    await expect.element(page.getByRole('region', { name: 'Notifications (F8)' })).toBeInTheDocument();
    await banner.getByRole('link', { name: 'Português' }).click();
    await expectTitle(title);
    await expectPath(portuguese);
    await expectLanguage('pt-BR');
  });

  it('[english-only-there] offers no switch on an untranslated page; has an English 404 page', async () => {
    open('/termos', null);
    await expectTitle('Termos de Uso');
    expect(banner.getByRole('link', { name: 'English' }).elements()).toEqual([]);
    open('/en/nowhere', null);
    await expectTitle('Page Not Found');
    await expectText('This address does not exist or has moved.');
    open('/verificar', aUser());
    await expectTitle('Conferir um certificado');
    await expect.element(banner.getByRole('link', { name: 'English' })).toBeVisible();
  });

  it('[english-fits] the language switch fits into the header of the narrowest phone', async () => {
    await setViewport(320);
    for (const [address, name] of [
      ['/en', 'The code is yours. Be able to prove it.'],
      ['/', 'O código é seu. Tenha como provar.'],
    ] as const) {
      open(address, null);
      await expectTitle(name);
      await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
    }
  });
});
