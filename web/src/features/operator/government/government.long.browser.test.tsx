import { type Government, NO_GOVERNMENT_DATA } from '@g2/gateway/contract/government';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  aGovernment,
  anEvidence,
  aStaffRegistration,
  aUser,
  pageOf,
  someContents,
} from '../../../testing/records.ts';
import { open } from '../../../testing/render.tsx';
import { dialog, fits, keys, press, region, toast, widen } from '../../../testing/screen.ts';
import { answer, answerWith, callsOf, cut, refuse, refused } from '../../../testing/server.ts';

const operator = aUser({ role: 'operator', firstName: 'Olga' });
const record = aStaffRegistration({
  status: 'government_processing',
  sha256: 'ab'.repeat(32),
  fileName: 'agenda.zip',
  fileSize: 12_345,
  contents: someContents,
});
const data = {
  ...NO_GOVERNMENT_DATA,
  protocol: 'BR 51 2026 000123-4',
  filedOn: '2026-02-10',
  gruNumber: '29409161',
  gruCents: 18_500,
  dueOn: '2026-02-20',
};
const file = {
  id: '0193a1b2-0000-7000-8000-000000000001',
  kind: 'attachment' as const,
  fileName: 'guia.pdf',
  mediaType: 'application/pdf',
  size: 2_048,
  sha256: 'cd'.repeat(32),
  addedByName: 'Paula Operadora',
  addedAt: '2026-02-11T12:00:00.000Z',
};
const written = (changes: Partial<Government> = {}): Government =>
  aGovernment({
    version: 3,
    data,
    updatedByName: 'Paula Operadora',
    updatedAt: '2026-02-11T12:00:00.000Z',
    files: [file],
    changes: [
      {
        changedAt: '2026-02-11T12:00:00.000Z',
        changedByName: 'Paula Operadora',
        fields: [{ field: 'dueOn', before: null, after: '2026-02-20' }],
      },
    ],
    ...changes,
  });

const card = region('Processamento governamental');
const expectText = (text: string | RegExp, where = card) =>
  expect.element(where.getByText(text).first()).toBeVisible();
const show = () => open(`/operator/registrations/${record.id}`, operator);
const field = (name: string) => dialog.getByLabelText(name, { exact: true });
const paper = (name: string, bytes: number) => new File([new Uint8Array(bytes)], name);
const choose = (chosen: File) => {
  const input = card.element().querySelector('input[type="file"]');
  if (!(input instanceof HTMLInputElement)) throw new Error('no input');
  const transfer = new DataTransfer();
  transfer.items.add(chosen);
  input.files = transfer.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
};

beforeEach(() => {
  answer('getStaffRegistration', record);
  answer('listStaffHolders', pageOf([], 100));
  answer('getStaffHistory', pageOf([], 100));
  answer('getGovernment', written());
  answer('getEvidence', anEvidence());
});

describe('the section of the government step', () => {
  it('[step-card] shows data, delay and changes of the government step, also on a phone', async () => {
    show();
    await expectText('BR 51 2026 000123-4');
    await expectText('29409161 · R$ 185,00');
    await expectText(/Previsto: \d+ dias úteis · Decorridos: \d+ dias úteis/);
    await expectText(/Atrasado \d+ dias úteis/);
    await expectText('Não informado');
    await card.getByText('1 alteração').click();
    await expectText('Paula Operadora');
    await expectText('20/02/2026', card.getByRole('listitem'));
    await widen(360);
    await expect.poll(() => fits()).toBe(true);
  });

  it.each([
    ['match', 'Confere'],
    ['mismatch', 'Não confere'],
    ['incomparable', 'Sem como comparar'],
  ] as const)('[step-verdict] labels a hash comparison with the result %s as: %s', async (verdict, words) => {
    answer('getGovernment', written({ verdict }));
    show();
    await expect.element(card.getByText(words, { exact: true })).toBeVisible();
  });

  it('hides the government step before it begins, and is read-only without permission', async () => {
    answer('getStaffRegistration', { ...record, status: 'paid' });
    show();
    await expect.element(region('Histórico de status')).toBeVisible();
    expect(card.elements()).toEqual([]);
    answer('getStaffRegistration', record);
    answer('getGovernment', written({ canEdit: false }));
    show();
    await expectText('BR 51 2026 000123-4');
    expect(card.getByRole('button', { name: 'Editar' }).elements()).toEqual([]);
    expect(card.getByRole('button', { name: 'Remover guia.pdf' }).elements()).toEqual([]);
  });

  it('[step-save] sends all fields with the version read, and keeps the input after a failure', async () => {
    show();
    await press('Editar', card);
    await field('Protocolo').fill('BR 52');
    await field('Valor da GRU').fill('muito');
    await press('Salvar', dialog);
    await expect.element(dialog.getByText('Valor inválido')).toBeVisible();
    expect(callsOf('setGovernment')).toEqual([]);
    await field('Valor da GRU').fill('R$ 210,50');
    refuse('setGovernment', 'invalid-input', {
      message: 'Confira.',
      fields: { dueOn: 'O prazo não pode ser antes do protocolo' },
    });
    await press('Salvar', dialog);
    await expect.element(dialog.getByText('O prazo não pode ser antes do protocolo')).toBeVisible();
    cut('setGovernment');
    await press('Salvar', dialog);
    await expect.element(dialog.getByText('Sem conexão', { exact: false })).toBeVisible();
    await expect.element(field('Protocolo')).toHaveValue('BR 52');
    answer('setGovernment', written({ version: 4 }));
    await press('Salvar', dialog);
    await expect.element(toast.getByText('Dados da etapa governamental salvos')).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect
      .poll(() => callsOf('setGovernment').at(-1)?.body)
      .toEqual({
        version: 3,
        data: { ...data, protocol: 'BR 52', gruCents: 21_050 },
      });
  });

  it('[step-conflict] merges a colleague’s changes, and overwrites them only after confirmation', async () => {
    answer('setGovernment', ({ body }) =>
      body.version === 3 ? refused('conflict') : written({ version: 5 }),
    );
    show();
    await press('Editar', card);
    await field('Protocolo').fill('BR meu');
    const theirs = { ...data, protocol: 'BR dela', remark: 'Visto por Paula' };
    answer('getGovernment', written({ version: 4, data: theirs }));
    await press('Salvar', dialog);
    const note = dialog.getByRole('alert');
    await expect.poll(() => note.element().textContent).toContain('Paula Operadora alterou estes dados em');
    expect(note.element().textContent).toContain('Protocolo — a outra pessoa pôs: BR dela');
    await expect.element(field('Protocolo')).toHaveValue('BR meu');
    await expect.element(field('Observação')).toHaveValue('Visto por Paula');
    await press('Salvar mesmo assim', dialog);
    await expect.element(dialog).not.toBeInTheDocument();
    await expect
      .poll(() => callsOf('setGovernment').at(-1)?.body)
      .toMatchObject({
        version: 4,
        data: { protocol: 'BR meu', remark: 'Visto por Paula' },
      });
  });

  it('[step-draft] restores the draft after Esc and a reload, merged with newer saved data', async () => {
    show();
    await press('Editar', card);
    await field('Protocolo').fill('BR 52');
    await field('Observação').fill('Liguei ao órgão');
    await keys('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    answer(
      'getGovernment',
      written({ version: 4, data: { ...data, protocol: 'BR 53', dueOn: '2026-03-01' } }),
    );
    show();
    await press('Editar', card);
    await expect.element(dialog.getByText('Texto recuperado', { exact: false })).toBeVisible();
    await expect.element(field('Protocolo')).toHaveValue('BR 52');
    await expect.element(field('Observação')).toHaveValue('Liguei ao órgão');
    await expect.element(field('Prazo previsto')).toHaveValue('2026-03-01');
    await expect.poll(() => dialog.getByRole('alert').element().textContent).toContain('pôs: BR 53');
    cut('setGovernment');
    await press('Salvar mesmo assim', dialog);
    await expect.element(dialog.getByText('Sem conexão', { exact: false })).toBeVisible();
    answer('setGovernment', written({ version: 5 }));
    await press('Salvar mesmo assim', dialog);
    await expect.element(dialog).not.toBeInTheDocument();
    await press('Editar', card);
    await expect.element(field('Protocolo')).toHaveValue('BR 53');
    expect(dialog.getByText('Texto recuperado', { exact: false }).elements()).toEqual([]);
  });

  it('[step-draft-amount] asks before it discards an amount, which drafts do not store', async () => {
    show();
    await press('Editar', card);
    await field('Valor da GRU').fill('200,00');
    await field('Observação').fill('Segunda guia');
    await keys('{Escape}');
    await press('Continuar editando', dialog);
    await expect.element(field('Valor da GRU')).toHaveValue('200,00');
    await keys('{Escape}');
    await press('Fechar sem o valor', dialog);
    await expect.element(dialog).not.toBeInTheDocument();
    expect(JSON.stringify(localStorage)).not.toContain('200,00');
    await press('Editar', card);
    await expect.element(field('Observação')).toHaveValue('Segunda guia');
    await expect.element(field('Valor da GRU')).toHaveValue('185,00');
    await expect.element(dialog.getByText('digite-o de novo', { exact: false })).toBeVisible();
    await press('Descartar', dialog);
    await expect.element(field('Observação')).toHaveValue('');
  });

  it('[papers] uploads documents, explains refusals, and asks before a removal', async () => {
    show();
    await expectText('guia.pdf');
    answer('addGovernmentFile', file);
    await card.getByLabelText('Tipo de documento').selectOptions('certificate');
    choose(paper('certificado.pdf', 10));
    await expect.element(toast.getByText('Documento anexado')).toBeVisible();
    expect(
      callsOf('addGovernmentFile').map(({ query, headers }) => [query, headers.get('content-type')]),
    ).toEqual([[{ kind: 'certificate', name: 'certificado.pdf' }, 'application/octet-stream']]);
    choose(paper('grande.pdf', 3 * 1024 * 1024 + 1));
    await expect.element(toast.getByText('O documento não pode exceder 3 MB.')).toBeVisible();
    expect(callsOf('addGovernmentFile')).toHaveLength(1);
    refuse('addGovernmentFile', 'unsupported-media-type', {
      message: 'Só são aceitos PDF, PNG, JPEG e XML.',
    });
    choose(paper('programa.exe', 10));
    await expect.element(toast.getByText('Só são aceitos PDF, PNG, JPEG e XML.')).toBeVisible();
    answer('removeGovernmentFile');
    await press('Remover guia.pdf', card);
    await press('Remover', dialog);
    await expect.element(toast.getByText('Documento removido')).toBeVisible();
    await expect
      .poll(() => callsOf('removeGovernmentFile').map(({ params }) => params.fileId))
      .toEqual([file.id]);
  });

  it('downloads a document of the government step', async () => {
    answerWith(
      'getGovernmentFile',
      () => new Response('%PDF', { headers: { 'content-type': 'application/pdf' } }),
    );
    show();
    await press('Baixar guia.pdf', card);
    await expect.poll(() => callsOf('getGovernmentFile').length).toBe(1);
  });
});

it('[queue-government] a queue row shows the protocol, the due date and whether it has passed', async () => {
  const row = { protocol: 'BR 51', dueOn: '2026-01-02', completedOn: null, verdict: 'mismatch' as const };
  answer('getQueueStats', {
    total: 1,
    awaitingReview: 0,
    inReview: 0,
    inGovernmentProcessing: 1,
    late: 0,
    resubmitted: 0,
    awaitingClient: 0,
    closed: 0,
    messages: 0,
  });
  answer('listColleagues', pageOf([], 100));
  answer('listQueue', pageOf([{ ...record, government: row }], 10));
  open('/operator?tab=all&view=government', operator);
  const found = page.getByText('Protocolo BR 51').first();
  await expect.element(found).toBeVisible();
  await expect.element(page.getByText('Prazo 02/01/2026 · vencido').first()).toBeVisible();
  await expect.element(page.getByText('Hash do certificado não confere').first()).toBeVisible();
});
