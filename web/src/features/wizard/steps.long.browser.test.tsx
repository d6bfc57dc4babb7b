import type { Registration } from '@g2/gateway/contract/registrations';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { aPayableRegistration, aRegistration, aUser, pageOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { alerts, descriptionOf, expectToast, keys, press, query } from '../../testing/screen.ts';
import { answer, callsOf, failWithNetworkError, hold, refuse } from '../../testing/server.ts';

const user = aUser();
const draftRegistration = aRegistration({ userId: user.id });
const field = (label: string): Locator => page.getByLabelText(label, { exact: false });
const expectStep = (name: string) =>
  expect.element(page.getByRole('heading', { level: 2, name })).toBeVisible();
const expectText = (text: string | RegExp) => expect.element(page.getByText(text)).toBeVisible();

/** Types key by key, because the input mask needs key events. */
async function typeInto(label: string, text: string): Promise<void> {
  await field(label).clear();
  await field(label).click();
  await keys(text);
}

beforeEach(() => {
  answer('listRegistrations', pageOf([]));
  answer('getRegistration', draftRegistration);
  answer('listHolders', pageOf([], 100));
});

describe('the first step of the wizard', () => {
  it('[wizard-basic-errors] shows each error at its field and focuses the first invalid field', async () => {
    answer('createRegistration', draftRegistration);
    open('/register?step=basic', user);
    await field('E-mail do requerente').fill('ana@');
    await field('Nome do requerente').fill('');
    await field('Nome do titular').fill('  ');
    await typeInto('CPF/CNPJ do requerente', '1114447773');
    await press('Próximo');
    const expectFieldError = async (label: string, text: string) => {
      await expect.element(field(label)).toHaveAttribute('aria-invalid', 'true');
      expect(descriptionOf(field(label))).toContain(text);
    };
    await expectFieldError('Título do software', 'Título é obrigatório');
    await expectFieldError('Descrição', 'Descrição é obrigatória');
    await expectFieldError('Nome do requerente', 'Nome do requerente é obrigatório');
    await expectFieldError('E-mail do requerente', 'Formato de email inválido');
    await expectFieldError('Nome do titular', 'Nome do titular é obrigatório');
    await expect.element(field('Título do software')).toHaveFocus();
    await typeInto('CPF/CNPJ do requerente', '1112223');
    await press('Próximo');
    await expectFieldError('CPF/CNPJ do requerente', 'CPF/CNPJ deve ter pelo menos 11 caracteres');
    await typeInto('CPF/CNPJ do requerente', '12abc34501de35');
    await expect.element(field('CPF/CNPJ do requerente')).toHaveValue('12.ABC.345/01DE-35');
    const checkDigitHint = page.getByText('Confira: os dígitos verificadores não conferem', { exact: false });
    expect(checkDigitHint.elements()).toHaveLength(0);
    await keys('{Backspace}');
    await keys('4');
    await expect.element(checkDigitHint).toBeVisible();
    // A wrong check digit is marked while typing and rejected on submit.
    await field('Título do software').fill('Com dígito errado');
    await field('Descrição').fill('d');
    await field('Nome do requerente').fill('Ana');
    await field('E-mail do requerente').fill('ana@example.com');
    await field('Nome do titular').fill('Ana');
    await press('Próximo');
    await expectFieldError(
      'CPF/CNPJ do requerente',
      'Este CPF ou CNPJ não existe: confira os números digitados.',
    );
    expect(checkDigitHint.elements()).toHaveLength(0);
    expect(callsOf('createRegistration')).toEqual([]);
    await typeInto('CPF/CNPJ do requerente', '52998224725');
    await press('Próximo');
    await expectStep('Upload do arquivo');
    expect(callsOf('createRegistration')).toHaveLength(1);
  });

  it('[wizard-basic-kept] keeps the typed details after a 503 and a reload', async () => {
    const unavailableText = 'Serviço indisponível no momento. Tente novamente.';
    for (const [path, method] of [
      ['/register?step=basic', 'createRegistration'],
      [`/register?id=${draftRegistration.id}&step=basic`, 'updateRegistration'],
    ] as const) {
      refuse(method, 'unavailable', { message: unavailableText });
      open(path, user);
      await expectStep('Informações básicas');
      await field('Título do software').fill('Digitado antes da falha');
      await field('Descrição').fill('Linha um\nLinha dois');
      await typeInto('CPF/CNPJ do requerente', '52998224725');
      await press('Próximo');
      await expectToast(unavailableText);
      for (const moment of ['after the failure', 'after a reload']) {
        await expect
          .element(field('Título do software'), { message: moment })
          .toHaveValue('Digitado antes da falha');
        await expect.element(field('Descrição')).toHaveValue('Linha um\nLinha dois');
        await expect.element(field('CPF/CNPJ do requerente')).toHaveValue('529.982.247-25');
        open(window.location.pathname + query(), user);
      }
      await expect.element(field('Descrição')).toHaveValue('Linha um\nLinha dois');
      answer(method, draftRegistration);
      await press('Próximo');
      await expectStep('Upload do arquivo');
    }
  });
});

const holderOf = ({ id, createdAt }: Registration, holderName: string, ownershipPercentage: number) => ({
  id: crypto.randomUUID(),
  registrationId: id,
  holderName,
  holderTaxId: '111.444.777-35',
  ownershipPercentage,
  createdAt,
});

describe('the holders step of the wizard', () => {
  it('keeps the next holder’s typed values while the previous holder is being sent', async () => {
    const registration = aPayableRegistration({ userId: user.id });
    answer('getRegistration', registration);
    answer('listHolders', pageOf([], 100));
    open(`/register?id=${registration.id}&step=holders`, user);
    answer('addHolder', ({ body }) => {
      const added = holderOf(registration, body.holderName, body.ownershipPercentage);
      answer('listHolders', pageOf([added], 100));
      return added;
    });
    await field('Nome do titular').fill('Ana');
    await typeInto('CPF/CNPJ do titular', '11144477735');
    await field('Percentual (%)').fill('10');
    const release = hold('addHolder');
    await press('Adicionar Titular');
    await field('Nome do titular').fill('Bia');
    release();
    await expectText('Total: 10%');
    await expectToast('Titular adicionado');
    await expect.element(field('Nome do titular')).toHaveValue('Bia');
    await expect
      .element(page.getByRole('button', { name: 'Adicionar Titular' }))
      .not.toHaveAttribute('data-loading');
    await expect.element(field('Nome do titular')).toHaveValue('Bia');
  });

  it('[wizard-holders-errors] shows failed requests and a total share above 100 % as errors', async () => {
    const registration = aPayableRegistration({ userId: user.id });
    const stepUrl = `/register?id=${registration.id}&step=holders`;
    const holder = (name: string, share: number) => holderOf(registration, name, share);
    answer('getRegistration', registration);
    failWithNetworkError('listHolders');
    open(stepUrl, user);
    await expect
      .element(alerts.getByText('Não foi possível carregar os titulares.', { exact: false }))
      .toBeVisible();
    answer('listHolders', pageOf([], 100));
    await press('Tentar novamente');
    await expectText('Nenhum titular adicionado.');
    refuse('addHolder', 'invalid-input', {
      message: 'Recusado pelo servidor.',
      fields: { holderTaxId: 'Documento recusado' },
    });
    await field('Nome do titular').fill('Bia');
    await typeInto('CPF/CNPJ do titular', '11144477735');
    await field('Percentual (%)').fill('10');
    await press('Adicionar Titular');
    await expectToast('Erro ao adicionar titular');
    await expectText('Documento recusado');
    answer('addHolder', ({ body }) => {
      const added = holder(body.holderName, body.ownershipPercentage);
      answer('listHolders', pageOf([added], 100));
      return added;
    });
    await press('Adicionar Titular');
    await expectText('Total: 10%');
    failWithNetworkError('removeHolder');
    await press('Remover Bia');
    await expectToast('Erro ao remover titular');
    answer('listHolders', pageOf([holder('A', 60), holder('B', 60)], 100));
    open(stepUrl, user);
    await expectText(/Atenção: O total de percentuais excede 100%/);
    await expectText('Disponível: -20%');
    await expect.element(page.getByRole('button', { name: 'Concluir Registro' })).toBeDisabled();
  });
});
