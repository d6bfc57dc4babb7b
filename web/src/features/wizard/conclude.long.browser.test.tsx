import type { Holder } from '@g2/gateway/contract/holders';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { violations } from '../../testing/archive.ts';
import { aPayable, aUser, pageOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { alerts, fits, keys, main, press, toast, widen } from '../../testing/screen.ts';
import { answer, callsOf, refuse } from '../../testing/server.ts';

const user = aUser({ credits: 1_000_000 });
const stored = aPayable({ userId: user.id });
const sentBack = aPayable({
  userId: user.id,
  canPay: false,
  canResubmit: true,
  paymentPaidAt: '2026-03-02T12:00:00.000Z',
  correctionReason: 'Falta o manual',
});
const at = (step: string, id: string = stored.id) => `/register?id=${id}&step=${step}`;
const aHolder = (
  holderName: string,
  ownershipPercentage: number,
  holderTaxId = '529.982.247-25',
): Holder => ({
  id: crypto.randomUUID(),
  registrationId: stored.id,
  holderName,
  holderTaxId,
  ownershipPercentage,
  createdAt: '2026-03-02T12:00:00.000Z',
});
const title = (name: string) => page.getByRole('heading', { level: 1, name });
const edited = (name: string): Locator => page.getByRole('form', { name: `Alterar ${name}` });

beforeEach(() => {
  answer('listRegistrations', pageOf([]));
  answer('getRegistration', stored);
  answer('listHolders', pageOf([], 100));
});

describe('a new version in the last wizard view', () => {
  it('[wizard-version] shows the changes since the previous version before the payment', async () => {
    const first = aPayable({ userId: user.id, sha256: 'cd'.repeat(32), status: 'certificate_issued' });
    const second = { ...stored, versionNumber: 2, rootId: first.id, previousId: first.id };
    answer('getRegistration', second);
    answer('listVersions', pageOf([first, second], 100));
    refuse('diffVersions', 'unavailable', { message: 'O conteúdo ainda está sendo examinado.' });
    open(at('complete'), user);
    await expect.element(page.getByRole('heading', { name: 'O que mudou desde a versão 1' })).toBeVisible();
    await expect.element(main.getByText('O conteúdo ainda está sendo examinado.')).toBeVisible();
    await expect
      .poll(() => callsOf('diffVersions').map(({ params }) => [params.id, params.otherId]))
      .toContainEqual([stored.id, first.id]);
  });
});

describe('editing a listed holder', () => {
  it('[wizard-holder-edit] edits a listed holder in place, and leaves it unchanged after Esc', async () => {
    const [bia, rui] = [aHolder('Bia Lima', 60), aHolder('Rui Melo', 40, '111.444.777-35')];
    answer('listHolders', pageOf([bia, rui], 100));
    open(at('holders'), user);
    await press('Alterar Bia Lima');
    const fields = edited('Bia Lima');
    await expect.element(fields.getByLabelText('Nome do titular')).toHaveFocus();
    await keys('{Escape}');
    await expect.element(fields).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Alterar Bia Lima' })).toHaveFocus();

    await press('Alterar Bia Lima');
    const share = fields.getByLabelText('Percentual (%)');
    await share.fill('2,5');
    await press('Salvar titular', fields);
    await expect.element(share).toHaveAttribute('aria-invalid', 'true');
    await share.fill('61');
    await press('Salvar titular', fields);
    await expect
      .element(fields.getByText('A soma dos percentuais seria 101%. Máximo permitido: 100%.'))
      .toBeVisible();
    expect(callsOf('updateHolder')).toEqual([]);

    // Concluding while a holder's edit fields are open shows an error.
    await press('Concluir Registro');
    await expect.element(alerts.getByText(/^Há um titular em alteração/)).toBeVisible();

    refuse('updateHolder', 'unavailable', { message: 'Volta em instantes.' });
    await share.fill('50');
    await fields.getByLabelText('Nome do titular').fill('Bia Souza');
    await press('Salvar titular', fields);
    await expect.element(toast.getByText('Volta em instantes.')).toBeVisible();
    await expect.element(share).toHaveValue('50');
    answer('updateHolder', () => {
      const after = { ...bia, holderName: 'Bia Souza', ownershipPercentage: 50 };
      answer('listHolders', pageOf([after, rui], 100));
      return after;
    });
    await press('Salvar titular', fields);
    await expect.element(page.getByText('Total: 90%')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Alterar Bia Souza' })).toHaveFocus();
    await expect
      .poll(() => callsOf('updateHolder').at(-1))
      .toMatchObject({
        params: { id: stored.id, holderId: bia.id },
        body: { holderName: 'Bia Souza', holderTaxId: bia.holderTaxId, ownershipPercentage: 50 },
      });
  });

  it.each([320, 1280])(
    '[wizard-holder-edit-axe] the fields to edit a holder are accessible and fit a width of %i px',
    async (width) => {
      await widen(width);
      answer('listHolders', pageOf([aHolder('B'.repeat(60), 60)], 100));
      open(at('holders'), user);
      await press(/^Alterar BBB/);
      await expect.element(page.getByRole('button', { name: 'Salvar titular' })).toBeVisible();
      expect(await violations()).toEqual([]);
      await expect.poll(() => fits()).toBe(true);
    },
  );
});

describe('the upload step before a file is chosen', () => {
  it('[wizard-zip-contents] explains what the ZIP should contain and what a jurisdiction is', async () => {
    answer('getRegistration', { ...stored, sha256: null, sha512: null, fileName: null, canPay: false });
    open(at('upload'), user);
    await expect.element(page.getByText(/node_modules.*\.git.*senhas/)).toBeVisible();
    open(at('basic'), user);
    await expect.element(page.getByText(/^O território que consta no registro\./)).toBeVisible();
  });
});

describe('requested corrections in the wizard', () => {
  it('[wizard-corrections-marked] shows why corrections were requested and what was changed since', async () => {
    answer('getRegistration', sentBack);
    const correctionRequest = page.getByRole('region', { name: 'A equipe pediu esta correção:' });
    for (const step of ['basic', 'upload', 'holders', 'complete']) {
      open(at(step, sentBack.id), user);
      await expect.element(correctionRequest.getByText('Falta o manual')).toBeVisible();
      await expect.element(correctionRequest.getByText('Nada foi alterado desde o pedido.')).toBeVisible();
    }
    expect(callsOf('getCorrectionChanges')).toEqual([]);
    answer('getRegistration', { ...sentBack, changedSinceCorrection: true, hasEarlierFile: true });
    answer('getCorrectionChanges', {
      askedAt: '2026-03-03T12:00:00.000Z',
      reason: 'Falta o manual',
      details: [
        { field: 'title', before: 'A', after: 'B' },
        { field: 'notes', before: null, after: 'n' },
      ],
      holders: [{ before: null, after: aHolder('Bia', 10) }],
    });
    open(at('upload', sentBack.id), user);
    await expect
      .element(correctionRequest.getByText('Título do software, Observações, Arquivo, Titulares de direitos'))
      .toBeVisible();
  });
});

describe('the last view of the wizard', () => {
  it('[wizard-pay-here] shows review and payment, and links to the registration’s page', async () => {
    answer('listHolders', pageOf([aHolder('Ana Lima', 100)], 100));
    for (const width of [360, 1280]) {
      await widen(width);
      open(at('complete'), user);
      await expect.element(title('Falta o pagamento')).toBeVisible();
      const review = page.getByRole('region', { name: 'Revise o registro' });
      if (width === 360) await review.getByText('Revise o registro').click();
      await expect.element(review.getByText('Ana Lima').first()).toBeVisible();
      await expect
        .element(review.getByRole('link', { name: 'Alterar Titulares de direitos' }))
        .toHaveAttribute('href', at('holders'));
      expect(await violations()).toEqual([]);
      await expect.poll(() => fits()).toBe(true);
    }
    for (const [name, href] of [
      ['Ir para o Painel', '/dashboard'],
      ['Registrar Outro Software', '/register'],
    ] as const)
      await expect.element(page.getByRole('link', { name })).toHaveAttribute('href', href);
    answer('payWithCredits', () => {
      answer('getRegistration', {
        ...stored,
        status: 'paid',
        paymentPaidAt: '2026-03-02T13:00:00.000Z',
        canPay: false,
        canEdit: false,
      });
      return { creditsUsed: 10_000, balance: 990_000 };
    });
    await press(/^Pagar com créditos/, main);
    await press('Confirmar pagamento', main);
    await expect.element(title('Pagamento recebido')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Abrir página do registro' }))
      .toHaveAttribute('href', `/registros/${stored.id}`);
    await expect.element(page.getByRole('link', { name: 'Abrir página do registro' })).toHaveFocus();
    expect(page.getByRole('button', { name: /^Pagar/ }).elements()).toHaveLength(0);
  });
});
