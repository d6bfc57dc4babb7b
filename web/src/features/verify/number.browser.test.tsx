import type { PublicCertificate } from '@g2/gateway/contract/certificates';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  aCertificate,
  aUser,
  CERTIFICATE_NUMBER,
  UNKNOWN_CERTIFICATE_NUMBER,
} from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { hasNoHorizontalScroll, main, press, setViewport } from '../../testing/screen.ts';
import { answer, callsOf, failWithNetworkError, refuse } from '../../testing/server.ts';

const OTHER_NUMBER = 'G2-2026-000002-1ECC-W';
const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const expectTitle = (name: string) => expect.element(heading(name)).toBeVisible();
const expectText = (text: string) => expect.element(main.getByText(text)).toBeVisible();

function openWith(changes: Partial<PublicCertificate>, user = null as ReturnType<typeof aUser> | null): void {
  answer('getPublicCertificate', aCertificate(changes));
  open(`/verificar/${CERTIFICATE_NUMBER}`, user);
}

/** The facts on the certificate sheet by label. */
const facts = () =>
  new Map(
    [...(document.querySelector('article dl')?.children ?? [])].map((row) => [
      row.children[0]?.textContent ?? '',
      row.children[1]?.textContent ?? '',
    ]),
  );

describe('the page of a certificate', () => {
  it('[verify-valid] shows a valid certificate’s file, holders, dates and timestamps to any visitor', async () => {
    openWith({});
    await expectTitle('Certificado válido');
    await expectText('Agenda da clínica');
    await expect
      .poll(() => document.title)
      .toBe(`Certificado válido: ${CERTIFICATE_NUMBER} · G2 Software Registry`);
    expect(Object.fromEntries(facts())).toEqual({
      Titulares: 'Ana Lima · ***.982.247-** · 100%',
      Arquivo: 'fonte.zip · 1,2 MB (1.234.567 bytes)',
      'Depositado em': '02/03/2026 09:00',
      'Pago em': '02/03/2026 09:00',
      'Certificado emitido em': '02/03/2026 09:00',
      'Carimbos do tempo': '02/03/2026 09:00 · ACT de Teste (do arquivo)',
      'Registro público': 'Entrada 7 (a contar de 0) de 12 · Ponto de controle assinado',
    });
    const rows = [...document.querySelectorAll('article code')][0]?.children ?? [];
    expect([...rows].map((row) => row.textContent)).toEqual(aCertificate().sha256.match(/.{16}/g));
    expect([...rows].map((row) => row.children.length)).toEqual([4, 4, 4, 4]);
    await expect
      .element(page.getByRole('link', { name: 'Ponto de controle assinado' }).first())
      .toHaveAttribute('href', '/log/checkpoint');
  });

  it('shows a certificate as suspended after a refunded or disputed payment, unless it is revoked', async () => {
    const since = '2026-11-27T15:00:00.000Z';
    openWith({ payment: { flag: 'refunded', since } });
    await expectTitle('Certificado suspenso');
    await expectText(
      'O pagamento deste registro foi devolvido em 27/11/2026 12:00. O certificado está suspenso até a decisão da G2.',
    );
    openWith({ status: 'revoked', payment: { flag: 'refunded', since } });
    await expectTitle('Certificado revogado');
    openWith({ payment: { flag: 'disputed', since } });
    await expectTitle('Certificado suspenso');
    await expectText(
      'O pagamento deste registro foi contestado no banco em 27/11/2026 12:00. O certificado está suspenso até a decisão da G2.',
    );
  });

  it('[verify-signed-in] shows a certificate to a signed-in user as well', async () => {
    openWith({}, aUser());
    await expectTitle('Certificado válido');
    await expect.element(page.getByRole('button', { name: 'Abrir menu do usuário' })).toBeVisible();
  });

  it('[verify-versions] shows the version, the previous and next version, and the number of changed files', async () => {
    const issuedAt = '2026-03-02T12:00:00.000Z';
    openWith({
      versionNumber: 2,
      previous: { number: OTHER_NUMBER, versionNumber: 1, issuedAt, status: 'revoked' },
      next: { number: UNKNOWN_CERTIFICATE_NUMBER, versionNumber: 3, issuedAt, status: 'valid' },
      changes: { added: 1, removed: 0, changed: 2, unchanged: 1_000 },
    });
    await expectTitle('Certificado válido');
    await expect.element(main.getByText(/^Há uma versão mais nova deste programa, a 3:/)).toBeVisible();
    expect(Object.fromEntries(facts())).toMatchObject({
      'Versão do programa': 'Versão 2',
      'Versão anterior': `${OTHER_NUMBER} · Versão 1 · 02/03/2026 09:00 · revogado`,
      'Arquivos desde a anterior': '1 acrescentado · 0 removidos · 2 alterados · 1.000 iguais',
      'Versão seguinte': `${UNKNOWN_CERTIFICATE_NUMBER} · Versão 3 · 02/03/2026 09:00`,
    });
    await expect
      .element(main.getByRole('link', { name: OTHER_NUMBER }))
      .toHaveAttribute('href', `/verificar/${OTHER_NUMBER}`);
  });

  it('[verify-private] says which facts are kept private and which are not available yet', async () => {
    openWith({ title: null, holders: null, sha512: null, paidAt: null, stamps: [], log: null });
    await expectTitle('Certificado válido');
    expect(main.getByText('Mantido privado por seu titular').elements()).toHaveLength(2);
    expect([...facts().keys()]).not.toContain('Pago em');
    expect(facts().get('Registro público')).toContain('A caminho');
    expect(main.getByText('SHA-512').elements()).toHaveLength(0);
  });

  it('[verify-superseded] links a superseded certificate to the current one', async () => {
    openWith({ status: 'superseded', supersededBy: OTHER_NUMBER });
    await expectTitle('Certificado substituído');
    answer('getPublicCertificate', aCertificate({ number: OTHER_NUMBER }));
    await page.getByRole('link', { name: OTHER_NUMBER }).click();
    await expectTitle('Certificado válido');
    await expect.poll(() => window.location.pathname).toBe(`/verificar/${OTHER_NUMBER}`);
  });

  it('[verify-revoked] shows when and why a certificate was revoked', async () => {
    openWith({ status: 'revoked', revokedAt: '2026-04-01T15:30:00.000Z', reason: 'Titularidade contestada' });
    await expectTitle('Certificado revogado');
    await expectText('Revogado em 01/04/2026 12:30.');
    await expectText('Motivo: Titularidade contestada');
    await expect.element(heading('Certificado válido')).not.toBeInTheDocument();
  });

  it('[verify-unknown] shows neither certificate nor seal for an unknown number', async () => {
    refuse('getPublicCertificate', 'unknown-certificate');
    open(`/verificar/${UNKNOWN_CERTIFICATE_NUMBER}`, null);
    await expectTitle('Nenhum certificado tem este número');
    expect(page.getByRole('article').elements()).toHaveLength(0);
    await expect
      .element(page.getByLabelText('Número do certificado'))
      .toHaveValue(UNKNOWN_CERTIFICATE_NUMBER);
  });

  it('[verify-mistyped] detects typos in a number without a request', async () => {
    open(`/verificar/${CERTIFICATE_NUMBER.replace('000001', '000007')}`, null);
    await expectTitle('Há um erro de digitação no número');
    open('/verificar/banana', null);
    await expectTitle('Isto não é um número de certificado');
    expect(callsOf('getPublicCertificate')).toEqual([]);
  });

  it('[verify-away] says that the lookup failed, not that the number is unknown, and allows a retry', async () => {
    failWithNetworkError('getPublicCertificate');
    open(`/verificar/${CERTIFICATE_NUMBER}`, null);
    await expectTitle('Não foi possível conferir agora');
    refuse('getPublicCertificate', 'too-many-requests');
    await press('Tentar novamente');
    await expectTitle('Conferências demais em um minuto');
    answer('getPublicCertificate', aCertificate());
    await press('Tentar novamente');
    await expectTitle('Certificado válido');
  });

  it('[verify-as-typed] accepts a lower-case number in the address, and in the address of an old QR code', async () => {
    answer('getPublicCertificate', aCertificate());
    open(`/verificar/${CERTIFICATE_NUMBER.toLowerCase()}`, null);
    await expectTitle('Certificado válido');
    open(`/?certificado=${CERTIFICATE_NUMBER.toLowerCase()}`, null);
    await expectTitle('Certificado válido');
    await expect
      .poll(() => callsOf('getPublicCertificate').map(({ params }) => params.number))
      .toEqual([CERTIFICATE_NUMBER, CERTIFICATE_NUMBER]);
  });

  it('[verify-newer] shows the code of a certificate status that the page does not know', async () => {
    openWith({ status: 'archived' as PublicCertificate['status'] });
    await expectTitle('Certificado: archived');
  });

  it('[verify-fits] the certificate’s page fits the narrowest phone with the longest texts', async () => {
    await setViewport(320);
    openWith({
      title: 'x'.repeat(200),
      fileName: `${'arquivo-'.repeat(30)}.zip`,
      status: 'revoked',
      reason: 'y'.repeat(500),
    });
    await expectTitle('Certificado revogado');
    await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
  });
});

describe('the form for a certificate number', () => {
  const field = () => page.getByLabelText('Número do certificado');

  it('[verify-form] reports an invalid number at the field without a request', async () => {
    open('/verificar', null);
    await expectTitle('Conferir um certificado');
    await press('Conferir');
    await expect
      .element(page.getByRole('alert').getByText('Escreva o número como no certificado', { exact: false }))
      .toBeVisible();
    await field().fill(CERTIFICATE_NUMBER.replace('1ECC', '1ECD'));
    await press('Conferir');
    await expect
      .element(page.getByRole('alert').getByText('há um erro de digitação', { exact: false }))
      .toBeVisible();
    await expect.element(field()).toHaveAttribute('aria-invalid', 'true');
    await expect.element(field()).toHaveFocus();
    expect(callsOf('getPublicCertificate')).toEqual([]);
  });

  it('[verify-form-any-dash] accepts lower case, en dashes and spaces in a number', async () => {
    answer('getPublicCertificate', aCertificate());
    open('/verificar', null);
    await field().fill(` ${CERTIFICATE_NUMBER.toLowerCase().replaceAll('-', ' – ')} `);
    await press('Conferir');
    await expectTitle('Certificado válido');
    await expect.poll(() => window.location.pathname).toBe(`/verificar/${CERTIFICATE_NUMBER}`);
  });
});
