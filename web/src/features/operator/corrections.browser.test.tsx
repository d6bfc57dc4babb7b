import { beforeEach, describe, expect, it } from 'vitest';
import { anEvidence, aStaffRegistration, aUser, pageOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { fits, press, region, widen } from '../../testing/screen.ts';
import { answer, callsOf, refuse } from '../../testing/server.ts';

const operator = aUser({ role: 'operator', firstName: 'Olga' });
const record = aStaffRegistration({
  status: 'paid',
  statusUpdatedAt: '2026-11-12T12:00:00.000Z',
  paymentPaidAt: '2026-11-01T12:00:00.000Z',
  correctionsAskedAt: '2026-11-10T15:00:00.000Z',
});
const share = (holderName: string, ownershipPercentage: number) => ({
  holderName,
  holderTaxId: '529.982.247-25',
  ownershipPercentage,
});
const nothing = {
  askedAt: '2026-11-10T15:00:00.000Z',
  reason: 'Falta o módulo X.',
  details: [],
  holders: [],
};
const section = region('O que mudou desde o pedido');

beforeEach(() => {
  answer('getStaffRegistration', record);
  answer('listStaffHolders', pageOf([], 100));
  answer('getStaffHistory', pageOf([], 100));
  answer('getEvidence', anEvidence({ registrationId: record.id }));
  answer('getCorrectionChanges', nothing);
});

describe('the changes since corrections were requested', () => {
  it('[corrections-changes] shows the reason for the request, changed words and changed holders', async () => {
    answer('getCorrectionChanges', {
      ...nothing,
      details: [
        { field: 'description', before: 'Marca consultas da clínica', after: 'Marca exames da clínica' },
        { field: 'jurisdiction', before: 'global', after: 'brasil' },
        { field: 'notes', before: null, after: 'Veja o LEIA-ME' },
      ],
      holders: [
        { before: share('Ana Lima', 60), after: share('Ana Lima', 100) },
        { before: share('Rui Sá', 40), after: null },
        { before: null, after: share('Estúdio X', 0) },
      ],
    });
    open(`/operator/registrations/${record.id}`, operator);
    await expect.element(section.getByText('Falta o módulo X.')).toBeVisible();
    await expect.element(section.getByText(/^Pedido em 10\/11\/2026/)).toBeVisible();
    const marked = (tag: string) =>
      [...section.element().querySelectorAll(tag)].map((one) => one.textContent);
    await expect.poll(() => marked('del')[0]).toBe('consultas');
    expect(marked('del')).toEqual([
      'consultas',
      'Global',
      'Ana Lima · 60% · 529.982.247-25',
      'Rui Sá · 40% · 529.982.247-25',
    ]);
    expect(marked('ins')).toEqual([
      'exames',
      'Brasil',
      'Veja o LEIA-ME',
      'Ana Lima · 100% · 529.982.247-25',
      'Estúdio X · 0% · 529.982.247-25',
    ]);
    await expect.element(section.getByText('O arquivo é o mesmo.')).toBeVisible();
    await widen(360);
    await expect.poll(() => fits()).toBe(true);
  });

  it('[corrections-same] says that neither data, holders nor file have changed since the request', async () => {
    open(`/operator/registrations/${record.id}`, operator);
    await expect
      .element(section.getByText('Nada mudou desde o pedido: nem os dados, nem os titulares, nem o arquivo.'))
      .toBeVisible();
  });

  it('[corrections-failed] offers a retry after a failure, and shows no changes without a request', async () => {
    refuse('getCorrectionChanges', 'unavailable');
    open(`/operator/registrations/${record.id}`, operator);
    await expect
      .element(section.getByText('Não foi possível comparar com o pedido de correções.'))
      .toBeVisible();
    answer('getCorrectionChanges', nothing);
    await press('Tentar novamente', section);
    await expect.element(section.getByText('Falta o módulo X.')).toBeVisible();
    const asked = callsOf('getCorrectionChanges').length;
    answer('getStaffRegistration', { ...record, correctionsAskedAt: null });
    open(`/operator/registrations/${record.id}`, operator);
    await expect.element(region('Informações')).toBeVisible();
    expect(section.elements()).toEqual([]);
    expect(callsOf('getCorrectionChanges')).toHaveLength(asked);
  });
});
