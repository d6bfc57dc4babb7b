import { zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { aCertificate, CERTIFICATE_NUMBER } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { main, press, region } from '../../testing/screen.ts';
import { answer, callsOf, failWithNetworkError, hold } from '../../testing/server.ts';

const OTHER_NUMBER = 'G2-2026-000002-1ECC-W';
const ISSUED_AT = '2026-03-02T12:00:00.000Z';
const expectText = (text: string) =>
  expect.element(main.getByText(text, { exact: false }).first()).toBeVisible();

const hashOf = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

const bytesOf = (length: number, seed = 1) =>
  Uint8Array.from({ length }, (_, index) => (index * 31 + seed) % 251);
const fileOf = (bytes: Uint8Array<ArrayBuffer>, name = 'fonte.zip') => new File([bytes], name);

async function drop(file: File): Promise<void> {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(file);
  const chooseButton = page.getByRole('button', { name: 'Escolher arquivo' });
  await expect.element(chooseButton).toBeVisible();
  const dropArea = chooseButton.element().parentElement;
  dropArea?.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
}

const foundCertificate = (
  of: 'file' | 'certificate',
  number = CERTIFICATE_NUMBER,
  status: 'valid' | 'revoked' = 'valid',
) => ({
  number,
  status,
  issuedAt: ISSUED_AT,
  of,
  payment: null,
});

/** Bodies of all requests that the page sends, through any browser API. */
const sentBodies: unknown[] = [];
beforeEach(() => {
  sentBodies.length = 0;
  const fetch = window.fetch.bind(window);
  vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
    if (init?.body) sentBodies.push(init.body);
    if (input instanceof Request && input.body) sentBodies.push(input.body);
    return fetch(input, init);
  });
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation((body) => void sentBodies.push(body));
  vi.spyOn(navigator, 'sendBeacon').mockImplementation((_url, body) => sentBodies.push(body) > 0);
});
afterEach(() => {
  vi.restoreAllMocks();
  expect(sentBodies, 'request bodies').toEqual([]);
});

describe('a file dropped on the start page of the verification', () => {
  beforeEach(() => open('/verificar', null));

  it('[verify-file-found] hashes a dropped file in the browser and sends only the hash', async () => {
    answer('findCertificatesByFile', {
      items: [foundCertificate('file'), foundCertificate('file', OTHER_NUMBER, 'revoked')],
    });
    const bytes = bytesOf(5_000_000);
    await drop(fileOf(bytes));
    await expectText('Este arquivo tem 2 certificados.');
    const hash = await hashOf(bytes);
    await expectText(hash);
    await expect
      .poll(() => callsOf('findCertificatesByFile').map(({ params }) => params.sha256))
      .toEqual([hash]);
    const certificateLinks = main.getByRole('link', { name: /Ver o certificado/ });
    expect(certificateLinks.elements().map((link) => link.getAttribute('href'))).toEqual([
      `/verificar/${CERTIFICATE_NUMBER}`,
      `/verificar/${OTHER_NUMBER}`,
    ]);
    await expectText('revogado');
  });

  it('[verify-file-progress] shows the progress of hashing, and stops on request', async () => {
    const release = hold('findCertificatesByFile');
    answer('findCertificatesByFile', { items: [] });
    const progressValues = new Set<string | null>();
    const observer = new MutationObserver(() => {
      const progressBar = document.querySelector('main [role="progressbar"]');
      progressValues.add(progressBar?.getAttribute('aria-valuenow') ?? null);
    });
    observer.observe(document.body, { subtree: true, childList: true, attributes: true });
    const chunk = bytesOf(4 * 1024 * 1024);
    await drop(new File(Array(40).fill(chunk), 'grande.zip'));
    await expect.element(page.getByRole('progressbar')).toBeVisible();
    await expect.poll(() => callsOf('findCertificatesByFile')).toHaveLength(1);
    observer.disconnect();
    expect([...progressValues].filter((value) => value !== null).length).toBeGreaterThan(2);
    await press('Parar');
    await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument();
    release();
    await expectText('Arraste o arquivo até aqui');
    expect(main.getByText('Nenhum certificado').elements()).toHaveLength(0);
  });

  it('[verify-file-bundle] finds the certificate by the PDF in an evidence bundle', async () => {
    const pdf = new TextEncoder().encode('%PDF-1.7 certificado');
    const zip = new Uint8Array(
      zipSync({ 'manifesto.json': new Uint8Array([123, 125]), 'certificado.pdf': pdf }),
    );
    const hash = await hashOf(new Uint8Array(pdf));
    answer('findCertificatesByFile', ({ params }) => ({
      items: params.sha256 === hash ? [foundCertificate('certificate')] : [],
    }));
    await drop(fileOf(zip, 'prova.zip'));
    await expectText('Este arquivo tem certificado.');
    await expectText('O pacote traz o PDF deste certificado');
    expect(callsOf('findCertificatesByFile')).toHaveLength(2);
  });

  it('[verify-file-none] says that a file has no certificate only after a successful lookup', async () => {
    failWithNetworkError('findCertificatesByFile');
    await drop(fileOf(bytesOf(10)));
    await expectText('não foi possível consultá-lo agora');
    answer('findCertificatesByFile', { items: [] });
    await press('Tentar de novo');
    await expectText('Nenhum certificado corresponde a este arquivo.');
    // Starts with ZIP magic bytes but is not a ZIP.
    await drop(fileOf(new Uint8Array([0x50, 0x4b, 1, 2, 3]), 'quebrado.zip'));
    await expectText('quebrado.zip');
    await expectText('Nenhum certificado corresponde a este arquivo.');
  });
});

describe('a file dropped on the page of a certificate', () => {
  const bytes = bytesOf(100_000);
  const openCertificatePage = async () => {
    answer('getPublicCertificate', aCertificate({ sha256: await hashOf(bytes) }));
    open(`/verificar/${CERTIFICATE_NUMBER}`, null);
    await expect.element(page.getByRole('heading', { name: 'Certificado válido' })).toBeVisible();
  };

  it('[verify-compare-same] recognises the deposited file without a request', async () => {
    await openCertificatePage();
    await drop(fileOf(bytes));
    await expectText('Este arquivo é, byte a byte, o depositado.');
    expect(callsOf('findCertificatesByFile')).toEqual([]);
  });

  it('[verify-compare-other] recognises that a file with one changed byte is not the deposited one', async () => {
    await openCertificatePage();
    answer('findCertificatesByFile', { items: [] });
    const changed = bytes.slice();
    changed[50_000] = (changed[50_000] ?? 0) ^ 1;
    await drop(fileOf(changed));
    await expectText('Não é o arquivo deste certificado.');
    answer('findCertificatesByFile', { items: [foundCertificate('file', OTHER_NUMBER)] });
    await drop(fileOf(bytesOf(9), 'outro.zip'));
    await expectText('Não é o deste certificado, mas o de outro:');
    await expect
      .element(region('Você tem o arquivo? Compare').getByRole('link'))
      .toHaveAttribute('href', `/verificar/${OTHER_NUMBER}`);
  });

  it('[verify-compare-document] recognises the certificate’s own PDF', async () => {
    await openCertificatePage();
    answer('findCertificatesByFile', { items: [foundCertificate('certificate')] });
    await drop(fileOf(bytesOf(9), 'certificado.pdf'));
    await expectText('Este é o PDF deste certificado, byte a byte.');
  });

  it('[verify-compare-away] says that a file is not the deposited one even when the lookup fails', async () => {
    await openCertificatePage();
    failWithNetworkError('findCertificatesByFile');
    await drop(fileOf(bytesOf(9)));
    await expectText('Não é o arquivo deste certificado.');
    await expectText('não foi possível consultá-lo agora');
  });
});
