import type { Evidence } from '@g2/gateway/contract/certificates';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { tell } from '../../testing/events.ts';
import {
  anEvidence,
  aPayable,
  aRegistration,
  aUser,
  figuresOf,
  NUMBER,
  pageOf,
} from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { article, dialog, fits, press, toast, widen } from '../../testing/screen.ts';
import { answer, callsOf, hold, refuse } from '../../testing/server.ts';

const paid = aPayable({
  canPay: false,
  canEdit: false,
  status: 'paid',
  paymentPaidAt: '2026-03-02T12:00:00.000Z',
});
const unpaid = aPayable({ title: 'Ainda por pagar' });
const expectText = (text: string) =>
  expect.element(dialog.getByText(text, { exact: false }).first()).toBeVisible();
const evidenceOf = (changes: Partial<Evidence> = {}) => anEvidence({ registrationId: paid.id, ...changes });

beforeEach(() => {
  answer('listRegistrations', pageOf([paid, unpaid]));
  answer('getRegistrationStats', figuresOf());
  answer('getRegistration', ({ params }) => (params.id === paid.id ? paid : unpaid));
  answer('listHolders', pageOf([], 100));
  answer('getRegistrationHistory', pageOf([], 100));
});

const details = async (title = paid.title) => {
  open('/dashboard', aUser());
  await press('Ver Detalhes', article(title));
};

describe('the evidence of a deposit, in its owner’s details', () => {
  it('[evidence-waiting] shows the evidence of a paid registration, and what of it is still pending', async () => {
    answer('getEvidence', evidenceOf({ stampsPending: 1, log: null, number: null, status: null }));
    await details();
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

  it('[evidence-unpaid] shows since when a file is provable, before the registration is paid', async () => {
    const provableSince = { authority: 'ACT de Teste', time: '2026-03-02T12:00:31.000Z' };
    answer('getEvidence', evidenceOf({ provableSince, number: null, status: null }));
    await details(unpaid.title);
    await expectText('02/03/2026 09:00, por carimbo de ACT de Teste');
    await expect.element(dialog.getByRole('button', { name: 'Baixar pacote de prova' })).toBeVisible();
    // Without a certificate there is no section on what the public can read.
    expect(dialog.getByText('O que qualquer pessoa pode ler').elements()).toEqual([]);
  });

  it('requests no evidence for a draft without a file', async () => {
    const draft = aRegistration({ title: 'Sem arquivo' });
    answer('listRegistrations', pageOf([draft]));
    answer('getRegistration', draft);
    await details(draft.title);
    await expectText('Começa com o envio do arquivo');
    expect(callsOf('getEvidence')).toEqual([]);
  });

  it('[evidence-share] offers the URL and badge of an issued certificate to copy', async () => {
    answer('getEvidence', evidenceOf());
    await widen(360);
    await details();
    const { origin } = window.location;
    const address = `${origin}/verificar/${NUMBER}`;
    await expect.element(dialog.getByText(address, { exact: true })).toBeVisible();
    await expectText(`[![Registro de autoria G2 ${NUMBER}](${address}/selo.svg)](${address})`);
    await expect
      .element(dialog.getByRole('link', { name: NUMBER, exact: true }))
      .toHaveAttribute('href', `/verificar/${NUMBER}`);
    await expectText('válido');
    await expect.poll(() => fits()).toBe(true);
  });

  it('[evidence-revoked] says that a revoked certificate is revoked', async () => {
    answer('getEvidence', evidenceOf({ status: 'revoked' }));
    await details();
    await expectText('revogado');
  });

  it('[evidence-failed] offers a retry when the evidence cannot be loaded', async () => {
    refuse('getEvidence', 'unavailable');
    await details();
    await expectText('Não foi possível carregar a prova do depósito.');
    answer('getEvidence', evidenceOf());
    await press('Tentar novamente', dialog);
    await expectText('1 de 1');
  });
});

describe('what the public can read of a certificate', () => {
  const choice = (name: string) => dialog.getByRole('switch', { name: new RegExp(`^${name}`) });

  it('[publicity] the owner changes at once what is public, unless the server refuses', async () => {
    answer('getEvidence', evidenceOf());
    answer('setPublicity', ({ body }) => body);
    await details();
    const [title, holders] = [choice('Título do software'), choice('Titulares e participações')];
    await expect.element(title).toBeChecked();
    await expect.element(holders).not.toBeChecked();
    const letGo = hold('setPublicity');
    await holders.click();
    await expect.element(holders).toBeChecked();
    letGo();
    await expect
      .poll(() => callsOf('setPublicity').map(({ body }) => body))
      .toEqual([{ title: true, holders: true }]);
    await expect.element(holders).toBeEnabled();
    refuse('setPublicity', 'unavailable', { message: 'Volta em instantes.' });
    await title.click();
    await expect.element(toast.getByText('Volta em instantes.')).toBeVisible();
    await expect.element(title).toBeChecked();
    await expect.element(page.getByText('Nada foi alterado')).toBeVisible();
  });
});
