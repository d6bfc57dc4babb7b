import type { Holder } from '@g2/gateway/contract/holders';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { violations } from '../../testing/archive.ts';
import { aPayableRegistration, aUser, pageOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import {
  alerts,
  hasNoHorizontalScroll,
  keys,
  main,
  press,
  setViewport,
  toast,
} from '../../testing/screen.ts';
import { answer, callsOf, refuse } from '../../testing/server.ts';

const user = aUser({ credits: 1_000_000 });
const storedRegistration = aPayableRegistration({ userId: user.id });
const inCorrection = aPayableRegistration({
  userId: user.id,
  canPay: false,
  canResubmit: true,
  paymentPaidAt: '2026-03-02T12:00:00.000Z',
  correctionReason: 'Falta o manual',
});
const stepUrl = (step: string, id: string = storedRegistration.id) => `/register?id=${id}&step=${step}`;
const aHolder = (
  holderName: string,
  ownershipPercentage: number,
  holderTaxId = '529.982.247-25',
): Holder => ({
  id: crypto.randomUUID(),
  registrationId: storedRegistration.id,
  holderName,
  holderTaxId,
  ownershipPercentage,
  createdAt: '2026-03-02T12:00:00.000Z',
});
const pageTitle = (name: string) => page.getByRole('heading', { level: 1, name });
const editForm = (name: string): Locator => page.getByRole('form', { name: `Alterar ${name}` });

beforeEach(() => {
  answer('listRegistrations', pageOf([]));
  answer('getRegistration', storedRegistration);
  answer('listHolders', pageOf([], 100));
});

describe('the last wizard step for a new version', () => {
  it('[wizard-version] shows the changes since the previous version before the payment', async () => {
    const firstVersion = aPayableRegistration({
      userId: user.id,
      sha256: 'cd'.repeat(32),
      status: 'certificate_issued',
    });
    const { id } = firstVersion;
    const secondVersion = { ...storedRegistration, versionNumber: 2, rootId: id, previousId: id };
    answer('getRegistration', secondVersion);
    answer('listVersions', pageOf([firstVersion, secondVersion], 100));
    refuse('diffVersions', 'unavailable', { message: 'O conteúdo ainda está sendo examinado.' });
    open(stepUrl('complete'), user);
    await expect.element(page.getByRole('heading', { name: 'O que mudou desde a versão 1' })).toBeVisible();
    await expect.element(main.getByText('O conteúdo ainda está sendo examinado.')).toBeVisible();
    await expect
      .poll(() => callsOf('diffVersions').map(({ params }) => [params.id, params.otherId]))
      .toContainEqual([storedRegistration.id, firstVersion.id]);
  });
});

describe('editing a listed holder', () => {
  it('[wizard-holder-edit] saves the changes of a listed holder, and discards them after Escape', async () => {
    const [bia, rui] = [aHolder('Bia Lima', 60), aHolder('Rui Melo', 40, '111.444.777-35')];
    answer('listHolders', pageOf([bia, rui], 100));
    open(stepUrl('holders'), user);
    await press('Alterar Bia Lima');
    const editFields = editForm('Bia Lima');
    await expect.element(editFields.getByLabelText('Nome do titular')).toHaveFocus();
    await keys('{Escape}');
    await expect.element(editFields).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Alterar Bia Lima' })).toHaveFocus();

    await press('Alterar Bia Lima');
    const shareField = editFields.getByLabelText('Percentual (%)');
    await shareField.fill('2,5');
    await press('Salvar titular', editFields);
    await expect.element(shareField).toHaveAttribute('aria-invalid', 'true');
    await shareField.fill('61');
    await press('Salvar titular', editFields);
    await expect
      .element(editFields.getByText('A soma dos percentuais seria 101%. Máximo permitido: 100%.'))
      .toBeVisible();
    expect(callsOf('updateHolder')).toEqual([]);

    // The registration cannot be concluded while a holder is being edited.
    await press('Concluir Registro');
    await expect.element(alerts.getByText(/^Há um titular em alteração/)).toBeVisible();

    refuse('updateHolder', 'unavailable', { message: 'Volta em instantes.' });
    await shareField.fill('50');
    await editFields.getByLabelText('Nome do titular').fill('Bia Souza');
    await press('Salvar titular', editFields);
    await expect.element(toast.getByText('Volta em instantes.')).toBeVisible();
    await expect.element(shareField).toHaveValue('50');
    answer('updateHolder', () => {
      const updatedHolder = { ...bia, holderName: 'Bia Souza', ownershipPercentage: 50 };
      answer('listHolders', pageOf([updatedHolder, rui], 100));
      return updatedHolder;
    });
    await press('Salvar titular', editFields);
    await expect.element(page.getByText('Total: 90%')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Alterar Bia Souza' })).toHaveFocus();
    await expect
      .poll(() => callsOf('updateHolder').at(-1))
      .toMatchObject({
        params: { id: storedRegistration.id, holderId: bia.id },
        body: { holderName: 'Bia Souza', holderTaxId: bia.holderTaxId, ownershipPercentage: 50 },
      });
  });

  it.each([320, 1280])(
    '[wizard-holder-edit-axe] the fields to edit a holder are accessible and fit a width of %i px',
    async (width) => {
      await setViewport(width);
      answer('listHolders', pageOf([aHolder('B'.repeat(60), 60)], 100));
      open(stepUrl('holders'), user);
      await press(/^Alterar BBB/);
      await expect.element(page.getByRole('button', { name: 'Salvar titular' })).toBeVisible();
      expect(await violations()).toEqual([]);
      await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
    },
  );
});

describe('the upload step before a file is chosen', () => {
  it('[wizard-zip-contents] explains what the ZIP should contain and what a jurisdiction is', async () => {
    const noFile = { sha256: null, sha512: null, fileName: null, canPay: false };
    answer('getRegistration', { ...storedRegistration, ...noFile });
    open(stepUrl('upload'), user);
    await expect.element(page.getByText(/node_modules.*\.git.*senhas/)).toBeVisible();
    open(stepUrl('basic'), user);
    await expect.element(page.getByText(/^O território que consta no registro\./)).toBeVisible();
  });
});

describe('requested corrections in the wizard', () => {
  it('[wizard-corrections-marked] shows why corrections were requested and what was changed since', async () => {
    answer('getRegistration', inCorrection);
    const correctionRequest = page.getByRole('region', { name: 'A equipe pediu esta correção:' });
    for (const step of ['basic', 'upload', 'holders', 'complete']) {
      open(stepUrl(step, inCorrection.id), user);
      await expect.element(correctionRequest.getByText('Falta o manual')).toBeVisible();
      await expect.element(correctionRequest.getByText('Nada foi alterado desde o pedido.')).toBeVisible();
    }
    expect(callsOf('getCorrectionChanges')).toEqual([]);
    answer('getRegistration', { ...inCorrection, changedSinceCorrection: true, hasEarlierFile: true });
    answer('getCorrectionChanges', {
      askedAt: '2026-03-03T12:00:00.000Z',
      reason: 'Falta o manual',
      details: [
        { field: 'title', before: 'A', after: 'B' },
        { field: 'notes', before: null, after: 'n' },
      ],
      holders: [{ before: null, after: aHolder('Bia', 10) }],
    });
    open(stepUrl('upload', inCorrection.id), user);
    await expect
      .element(correctionRequest.getByText('Título do software, Observações, Arquivo, Titulares de direitos'))
      .toBeVisible();
  });
});

describe('the last view of the wizard', () => {
  it('[wizard-pay-here] shows review and payment form, and links to the paid registration', async () => {
    answer('listHolders', pageOf([aHolder('Ana Lima', 100)], 100));
    for (const width of [360, 1280]) {
      await setViewport(width);
      open(stepUrl('complete'), user);
      await expect.element(pageTitle('Falta o pagamento')).toBeVisible();
      const review = page.getByRole('region', { name: 'Revise o registro' });
      if (width === 360) await review.getByText('Revise o registro').click();
      await expect.element(review.getByText('Ana Lima').first()).toBeVisible();
      await expect
        .element(review.getByRole('link', { name: 'Alterar Titulares de direitos' }))
        .toHaveAttribute('href', stepUrl('holders'));
      expect(await violations()).toEqual([]);
      await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
    }
    for (const [name, href] of [
      ['Ir para o Painel', '/dashboard'],
      ['Registrar Outro Software', '/register'],
    ] as const)
      await expect.element(page.getByRole('link', { name })).toHaveAttribute('href', href);
    answer('payWithCredits', () => {
      answer('getRegistration', {
        ...storedRegistration,
        status: 'paid',
        paymentPaidAt: '2026-03-02T13:00:00.000Z',
        canPay: false,
        canEdit: false,
      });
      return { creditsUsed: 10_000, balance: 990_000 };
    });
    await press(/^Pagar com créditos/, main);
    await press('Confirmar pagamento', main);
    await expect.element(pageTitle('Pagamento recebido')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Abrir página do registro' }))
      .toHaveAttribute('href', `/registros/${storedRegistration.id}`);
    await expect.element(page.getByRole('link', { name: 'Abrir página do registro' })).toHaveFocus();
    expect(page.getByRole('button', { name: /^Pagar/ }).elements()).toHaveLength(0);
  });
});
