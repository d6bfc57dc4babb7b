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
import {
  dialog,
  hasNoHorizontalScroll,
  keys,
  press,
  region,
  setViewport,
  toast,
} from '../../../testing/screen.ts';
import {
  answer,
  answerWith,
  callsOf,
  failWithNetworkError,
  refuse,
  throwRefusal,
} from '../../../testing/server.ts';

const operator = aUser({ role: 'operator', firstName: 'Olga' });
const registration = aStaffRegistration({
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
const governmentWith = (changes: Partial<Government> = {}): Government =>
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

const section = region('Processamento governamental');
const expectText = (text: string | RegExp, where = section) =>
  expect.element(where.getByText(text).first()).toBeVisible();
const openPage = () => open(`/operator/registrations/${registration.id}`, operator);
const field = (name: string) => dialog.getByLabelText(name, { exact: true });
const aFile = (name: string, bytes: number) => new File([new Uint8Array(bytes)], name);
const chooseFile = (chosen: File) => {
  const input = section.element().querySelector('input[type="file"]');
  if (!(input instanceof HTMLInputElement)) throw new Error('no input');
  const transfer = new DataTransfer();
  transfer.items.add(chosen);
  input.files = transfer.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
};

beforeEach(() => {
  answer('getStaffRegistration', registration);
  answer('listStaffHolders', pageOf([], 100));
  answer('getStaffHistory', pageOf([], 100));
  answer('getGovernment', governmentWith());
  answer('getEvidence', anEvidence());
});

describe('the section of the government step', () => {
  it('[step-card] shows the data, the delay and the history of the government step', async () => {
    openPage();
    await expectText('BR 51 2026 000123-4');
    await expectText('29409161 · R$ 185,00');
    await expectText(/Previsto: \d+ dias úteis · Decorridos: \d+ dias úteis/);
    await expectText(/Atrasado \d+ dias úteis/);
    await expectText('Não informado');
    await section.getByText('1 alteração').click();
    await expectText('Paula Operadora');
    await expectText('20/02/2026', section.getByRole('listitem'));
    await setViewport(360);
    await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
  });

  it.each([
    ['match', 'Confere'],
    ['mismatch', 'Não confere'],
    ['incomparable', 'Sem como comparar'],
  ] as const)('[step-verdict] shows the result %s of the hash comparison as "%s"', async (verdict, label) => {
    answer('getGovernment', governmentWith({ verdict }));
    openPage();
    await expect.element(section.getByText(label, { exact: true })).toBeVisible();
  });

  it('is hidden before the government step, and has no edit buttons without permission', async () => {
    answer('getStaffRegistration', { ...registration, status: 'paid' });
    openPage();
    await expect.element(region('Histórico de status')).toBeVisible();
    expect(section.elements()).toEqual([]);
    answer('getStaffRegistration', registration);
    answer('getGovernment', governmentWith({ canEdit: false }));
    openPage();
    await expectText('BR 51 2026 000123-4');
    expect(section.getByRole('button', { name: 'Editar' }).elements()).toEqual([]);
    expect(section.getByRole('button', { name: 'Remover guia.pdf' }).elements()).toEqual([]);
  });

  it('[step-save] sends all fields with the version read, and keeps them after a failure', async () => {
    openPage();
    await press('Editar', section);
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
    failWithNetworkError('setGovernment');
    await press('Salvar', dialog);
    await expect.element(dialog.getByText('Sem conexão', { exact: false })).toBeVisible();
    await expect.element(field('Protocolo')).toHaveValue('BR 52');
    answer('setGovernment', governmentWith({ version: 4 }));
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

  it('[step-conflict] merges a colleague’s changes; overwriting them needs confirmation', async () => {
    answer('setGovernment', ({ body }) =>
      body.version === 3 ? throwRefusal('conflict') : governmentWith({ version: 5 }),
    );
    openPage();
    await press('Editar', section);
    await field('Protocolo').fill('BR meu');
    const otherData = { ...data, protocol: 'BR dela', remark: 'Visto por Paula' };
    answer('getGovernment', governmentWith({ version: 4, data: otherData }));
    await press('Salvar', dialog);
    const conflictNote = dialog.getByRole('alert');
    await expect
      .poll(() => conflictNote.element().textContent)
      .toContain('Paula Operadora alterou estes dados em');
    expect(conflictNote.element().textContent).toContain('Protocolo — a outra pessoa pôs: BR dela');
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

  it('[step-draft] restores the draft after a reload, and merges it with newer saved data', async () => {
    openPage();
    await press('Editar', section);
    await field('Protocolo').fill('BR 52');
    await field('Observação').fill('Liguei ao órgão');
    await keys('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    answer(
      'getGovernment',
      governmentWith({ version: 4, data: { ...data, protocol: 'BR 53', dueOn: '2026-03-01' } }),
    );
    openPage();
    await press('Editar', section);
    await expect.element(dialog.getByText('Texto recuperado', { exact: false })).toBeVisible();
    await expect.element(field('Protocolo')).toHaveValue('BR 52');
    await expect.element(field('Observação')).toHaveValue('Liguei ao órgão');
    await expect.element(field('Prazo previsto')).toHaveValue('2026-03-01');
    await expect.poll(() => dialog.getByRole('alert').element().textContent).toContain('pôs: BR 53');
    failWithNetworkError('setGovernment');
    await press('Salvar mesmo assim', dialog);
    await expect.element(dialog.getByText('Sem conexão', { exact: false })).toBeVisible();
    answer('setGovernment', governmentWith({ version: 5 }));
    await press('Salvar mesmo assim', dialog);
    await expect.element(dialog).not.toBeInTheDocument();
    await press('Editar', section);
    await expect.element(field('Protocolo')).toHaveValue('BR 53');
    expect(dialog.getByText('Texto recuperado', { exact: false }).elements()).toEqual([]);
  });

  it('[step-draft-amount] asks before closing with an amount, which drafts do not store', async () => {
    openPage();
    await press('Editar', section);
    await field('Valor da GRU').fill('200,00');
    await field('Observação').fill('Segunda guia');
    await keys('{Escape}');
    await press('Continuar editando', dialog);
    await expect.element(field('Valor da GRU')).toHaveValue('200,00');
    await keys('{Escape}');
    await press('Fechar sem o valor', dialog);
    await expect.element(dialog).not.toBeInTheDocument();
    expect(JSON.stringify(localStorage)).not.toContain('200,00');
    await press('Editar', section);
    await expect.element(field('Observação')).toHaveValue('Segunda guia');
    await expect.element(field('Valor da GRU')).toHaveValue('185,00');
    await expect.element(dialog.getByText('digite-o de novo', { exact: false })).toBeVisible();
    await press('Descartar', dialog);
    await expect.element(field('Observação')).toHaveValue('');
  });

  it('[papers] uploads documents, explains refusals, and asks before it removes a document', async () => {
    openPage();
    await expectText('guia.pdf');
    answer('addGovernmentFile', file);
    await section.getByLabelText('Tipo de documento').selectOptions('certificate');
    chooseFile(aFile('certificado.pdf', 10));
    await expect.element(toast.getByText('Documento anexado')).toBeVisible();
    expect(
      callsOf('addGovernmentFile').map(({ query, headers }) => [query, headers.get('content-type')]),
    ).toEqual([[{ kind: 'certificate', name: 'certificado.pdf' }, 'application/octet-stream']]);
    chooseFile(aFile('grande.pdf', 3 * 1024 * 1024 + 1));
    await expect.element(toast.getByText('O documento não pode exceder 3 MB.')).toBeVisible();
    expect(callsOf('addGovernmentFile')).toHaveLength(1);
    refuse('addGovernmentFile', 'unsupported-media-type', {
      message: 'Só são aceitos PDF, PNG, JPEG e XML.',
    });
    chooseFile(aFile('programa.exe', 10));
    await expect.element(toast.getByText('Só são aceitos PDF, PNG, JPEG e XML.')).toBeVisible();
    answer('removeGovernmentFile');
    await press('Remover guia.pdf', section);
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
    openPage();
    await press('Baixar guia.pdf', section);
    await expect.poll(() => callsOf('getGovernmentFile').length).toBe(1);
  });
});

it('[queue-government] a queue row shows protocol number and due date, and marks a passed date', async () => {
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
  answer('listQueue', pageOf([{ ...registration, government: row }], 10));
  open('/operator?tab=all&view=government', operator);
  const protocolText = page.getByText('Protocolo BR 51').first();
  await expect.element(protocolText).toBeVisible();
  await expect.element(page.getByText('Prazo 02/01/2026 · vencido').first()).toBeVisible();
  await expect.element(page.getByText('Hash do certificado não confere').first()).toBeVisible();
});
