import { beforeEach, describe, expect, it } from 'vitest';
import { anEvidence, aStaffRegistration, aUser, pageOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { hasNoHorizontalScroll, press, region, setViewport } from '../../testing/screen.ts';
import { answer, callsOf, refuse } from '../../testing/server.ts';

const operator = aUser({ role: 'operator', firstName: 'Olga' });
const registration = aStaffRegistration({
  status: 'paid',
  statusUpdatedAt: '2026-11-12T12:00:00.000Z',
  paymentPaidAt: '2026-11-01T12:00:00.000Z',
  correctionsAskedAt: '2026-11-10T15:00:00.000Z',
});
const aHolder = (holderName: string, ownershipPercentage: number) => ({
  holderName,
  holderTaxId: '529.982.247-25',
  ownershipPercentage,
});
const noChanges = {
  askedAt: '2026-11-10T15:00:00.000Z',
  reason: 'Falta o módulo X.',
  details: [],
  holders: [],
};
const correctionsSection = region('O que mudou desde o pedido');

beforeEach(() => {
  answer('getStaffRegistration', registration);
  answer('listStaffHolders', pageOf([], 100));
  answer('getStaffHistory', pageOf([], 100));
  answer('getEvidence', anEvidence({ registrationId: registration.id }));
  answer('getCorrectionChanges', noChanges);
});

describe('the changes since corrections were requested', () => {
  it('[corrections-changes] shows the reason of the request, changed words and changed holders', async () => {
    answer('getCorrectionChanges', {
      ...noChanges,
      details: [
        { field: 'description', before: 'Marca consultas da clínica', after: 'Marca exames da clínica' },
        { field: 'jurisdiction', before: 'global', after: 'brasil' },
        { field: 'notes', before: null, after: 'Veja o LEIA-ME' },
      ],
      holders: [
        { before: aHolder('Ana Lima', 60), after: aHolder('Ana Lima', 100) },
        { before: aHolder('Rui Sá', 40), after: null },
        { before: null, after: aHolder('Estúdio X', 0) },
      ],
    });
    open(`/operator/registrations/${registration.id}`, operator);
    await expect.element(correctionsSection.getByText('Falta o módulo X.')).toBeVisible();
    await expect.element(correctionsSection.getByText(/^Pedido em 10\/11\/2026/)).toBeVisible();
    const markedTexts = (tag: string) =>
      [...correctionsSection.element().querySelectorAll(tag)].map((element) => element.textContent);
    await expect.poll(() => markedTexts('del')[0]).toBe('consultas');
    expect(markedTexts('del')).toEqual([
      'consultas',
      'Global',
      'Ana Lima · 60% · 529.982.247-25',
      'Rui Sá · 40% · 529.982.247-25',
    ]);
    expect(markedTexts('ins')).toEqual([
      'exames',
      'Brasil',
      'Veja o LEIA-ME',
      'Ana Lima · 100% · 529.982.247-25',
      'Estúdio X · 0% · 529.982.247-25',
    ]);
    await expect.element(correctionsSection.getByText('O arquivo é o mesmo.')).toBeVisible();
    await setViewport(360);
    await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
  });

  it('[corrections-same] says that data, holders and file have not changed since the request', async () => {
    open(`/operator/registrations/${registration.id}`, operator);
    await expect
      .element(
        correctionsSection.getByText(
          'Nada mudou desde o pedido: nem os dados, nem os titulares, nem o arquivo.',
        ),
      )
      .toBeVisible();
  });

  it('[corrections-failed] offers a retry after a failure; not shown without a request', async () => {
    refuse('getCorrectionChanges', 'unavailable');
    open(`/operator/registrations/${registration.id}`, operator);
    await expect
      .element(correctionsSection.getByText('Não foi possível comparar com o pedido de correções.'))
      .toBeVisible();
    answer('getCorrectionChanges', noChanges);
    await press('Tentar novamente', correctionsSection);
    await expect.element(correctionsSection.getByText('Falta o módulo X.')).toBeVisible();
    const requestCount = callsOf('getCorrectionChanges').length;
    answer('getStaffRegistration', { ...registration, correctionsAskedAt: null });
    open(`/operator/registrations/${registration.id}`, operator);
    await expect.element(region('Informações')).toBeVisible();
    expect(correctionsSection.elements()).toEqual([]);
    expect(callsOf('getCorrectionChanges')).toHaveLength(requestCount);
  });
});
