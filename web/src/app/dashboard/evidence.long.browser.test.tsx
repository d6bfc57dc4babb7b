import type { Evidence } from '@g2/gateway/contract/certificates';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { tell } from '../../testing/events.ts';
import {
  anEvidence,
  aPayableRegistration,
  aRegistration,
  aUser,
  CERTIFICATE_NUMBER,
  pageOf,
  registrationStatsOf,
} from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { article, dialog, hasNoHorizontalScroll, press, setViewport, toast } from '../../testing/screen.ts';
import { answer, callsOf, hold, refuse } from '../../testing/server.ts';

const paid = aPayableRegistration({
  canPay: false,
  canEdit: false,
  status: 'paid',
  paymentPaidAt: '2026-03-02T12:00:00.000Z',
});
const unpaid = aPayableRegistration({ title: 'Ainda por pagar' });
const expectText = (text: string) =>
  expect.element(dialog.getByText(text, { exact: false }).first()).toBeVisible();
const evidenceOf = (changes: Partial<Evidence> = {}) => anEvidence({ registrationId: paid.id, ...changes });

beforeEach(() => {
  answer('listRegistrations', pageOf([paid, unpaid]));
  answer('getRegistrationStats', registrationStatsOf());
  answer('getRegistration', ({ params }) => (params.id === paid.id ? paid : unpaid));
  answer('listHolders', pageOf([], 100));
  answer('getRegistrationHistory', pageOf([], 100));
});

const openDetails = async (title = paid.title) => {
  open('/dashboard', aUser());
  await press('Ver Detalhes', article(title));
};

describe('the evidence of a deposit in the details dialog', () => {
  it('[evidence-waiting] shows a paid registration’s evidence, and which parts are pending', async () => {
    answer('getEvidence', evidenceOf({ stampsPending: 1, log: null, number: null, status: null }));
    await openDetails();
    await expectText('1 de 2');
    await expectText('Um ainda está por vir.');
    await expectText('A entrada será publicada em instantes.');
    await expectText('Ainda não emitido');
    await expectText('Raiz do manifesto de 3 arquivos');
    expect(dialog.getByText('Para mostrar a outros').elements()).toHaveLength(0);
    // An event from the server makes the page reload the evidence.
    answer('getEvidence', evidenceOf({ number: null, status: null }));
    tell('registration', { id: paid.id, status: 'paid', statusUpdatedAt: paid.statusUpdatedAt });
    await expectText('1 de 1');
    await expectText('Entrada 7 (a contar de 0) de 12');
  });

  it('[evidence-unpaid] shows since when the file of an unpaid registration is provable', async () => {
    const provableSince = { authority: 'ACT de Teste', time: '2026-03-02T12:00:31.000Z' };
    answer('getEvidence', evidenceOf({ provableSince, number: null, status: null }));
    await openDetails(unpaid.title);
    await expectText('02/03/2026 09:00, por carimbo de ACT de Teste');
    await expect.element(dialog.getByRole('button', { name: 'Baixar pacote de prova' })).toBeVisible();
    // Without a certificate there is no section on what the public can read.
    expect(dialog.getByText('O que qualquer pessoa pode ler').elements()).toEqual([]);
  });

  it('requests no evidence for a draft without a file', async () => {
    const draft = aRegistration({ title: 'Sem arquivo' });
    answer('listRegistrations', pageOf([draft]));
    answer('getRegistration', draft);
    await openDetails(draft.title);
    await expectText('Começa com o envio do arquivo');
    expect(callsOf('getEvidence')).toEqual([]);
  });

  it('[evidence-share] offers the URL and badge of an issued certificate to copy', async () => {
    answer('getEvidence', evidenceOf());
    await setViewport(360);
    await openDetails();
    const { origin } = window.location;
    const address = `${origin}/verificar/${CERTIFICATE_NUMBER}`;
    await expect.element(dialog.getByText(address, { exact: true })).toBeVisible();
    await expectText(`[![Registro de autoria G2 ${CERTIFICATE_NUMBER}](${address}/selo.svg)](${address})`);
    await expect
      .element(dialog.getByRole('link', { name: CERTIFICATE_NUMBER, exact: true }))
      .toHaveAttribute('href', `/verificar/${CERTIFICATE_NUMBER}`);
    await expectText('válido');
    await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
  });

  it('[evidence-revoked] shows a revoked certificate as revoked', async () => {
    answer('getEvidence', evidenceOf({ status: 'revoked' }));
    await openDetails();
    await expectText('revogado');
  });

  it('[evidence-failed] offers a retry when the evidence cannot be loaded', async () => {
    refuse('getEvidence', 'unavailable');
    await openDetails();
    await expectText('Não foi possível carregar a prova do depósito.');
    answer('getEvidence', evidenceOf());
    await press('Tentar novamente', dialog);
    await expectText('1 de 1');
  });
});

describe('what the public can read of a certificate', () => {
  const publicitySwitch = (name: string) => dialog.getByRole('switch', { name: new RegExp(`^${name}`) });

  it('[publicity] the owner’s change is shown at once, and reverted if the server refuses it', async () => {
    answer('getEvidence', evidenceOf());
    answer('setPublicity', ({ body }) => body);
    await openDetails();
    const titleSwitch = publicitySwitch('Título do software');
    const holdersSwitch = publicitySwitch('Titulares e participações');
    await expect.element(titleSwitch).toBeChecked();
    await expect.element(holdersSwitch).not.toBeChecked();
    const releaseCall = hold('setPublicity');
    await holdersSwitch.click();
    await expect.element(holdersSwitch).toBeChecked();
    releaseCall();
    await expect
      .poll(() => callsOf('setPublicity').map(({ body }) => body))
      .toEqual([{ title: true, holders: true }]);
    await expect.element(holdersSwitch).toBeEnabled();
    refuse('setPublicity', 'unavailable', { message: 'Volta em instantes.' });
    await titleSwitch.click();
    await expect.element(toast.getByText('Volta em instantes.')).toBeVisible();
    await expect.element(titleSwitch).toBeChecked();
    await expect.element(page.getByText('Nada foi alterado')).toBeVisible();
  });
});
