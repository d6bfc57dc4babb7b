import type { HistoryEntry } from '@g2/gateway/contract/registrations';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { aQueueRegistration, Desk, operator, sentActions } from '../../testing/desk.ts';
import { downloadedName } from '../../testing/downloads.ts';
import { pageOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { dialog, keys, press, query, region, toast } from '../../testing/screen.ts';
import { answer, answerWith, failWithNetworkError, hold, refuse } from '../../testing/server.ts';

const SHA256 = 'ab'.repeat(32);
const registration = aQueueRegistration('Com titulares', 'paid', {
  fileName: 'fonte.zip',
  fileStoragePath: 'objects/1',
  fileSize: 1_023,
  sha256: SHA256,
});
const address = `/operator/registrations/${registration.id}`;
const titleHeading = (name: string) => page.getByRole('heading', { level: 1, name });
const fileSection = region('Arquivo').first();
const historySection = region('Histórico de status');
const entry = (changes: Partial<HistoryEntry>): HistoryEntry => ({
  id: crypto.randomUUID(),
  registrationId: registration.id,
  fromStatus: null,
  toStatus: 'submitted',
  changedBy: null,
  changedByName: null,
  reason: null,
  notes: null,
  createdAt: '2026-03-01T12:00:00.000Z',
  ...changes,
});
const holder = (holderName: string, ownershipPercentage: number) => ({
  id: crypto.randomUUID(),
  registrationId: registration.id,
  holderName,
  holderTaxId: '529.982.247-25',
  ownershipPercentage,
  createdAt: registration.createdAt,
});

beforeEach(() => {
  new Desk(registration);
});

describe('the staff page of a registration', () => {
  it('[operator-detail-information] shows a registration’s details, notes, holders and history', async () => {
    const note = {
      id: crypto.randomUUID(),
      text: 'Falta conferir o hash.',
      authorName: 'Otávia Prado',
      createdAt: '2026-03-02T13:00:00.000Z',
    };
    new Desk({ ...registration, internalNotes: [note], internalNoteCount: 1 });
    answer('listStaffHolders', pageOf([holder('Ana Lima', 60), holder('Rui Sá', 40)], 100));
    const paid = entry({
      fromStatus: 'submitted',
      toStatus: 'paid',
      changedByName: 'Ada Lopes',
      reason: 'Documentos em ordem.',
      notes: note.text,
      createdAt: '2026-03-02T12:00:00.000Z',
    });
    answer('getStaffHistory', pageOf([entry({}), paid], 100));
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-11T13:00:00Z') });
    open(address, operator);
    await expect.element(titleHeading('Com titulares')).toBeVisible();
    for (const fact of [
      'RequerenteAna Lima',
      'E-mailana@example.com',
      'CPF/CNPJ529.982.247-25',
      'DescriçãoMarca consultas',
      'Criado em02/03/2026 09:00',
      'Última atualização02/03/2026 09:00',
    ])
      await expect.element(region('Informações')).toMatchTextContent(fact);
    await expect
      .element(region('Notas internas'))
      .toMatchTextContent(/Otávia Prado02\/03\/2026 10:00Falta conferir o hash\./);
    await expect
      .element(region('Titulares'))
      .toMatchTextContent(/Ana Lima60%529\.982\.247-25Rui Sá40%529\.982\.247-25Total: 100%/);
    await expect
      .element(historySection)
      .toMatchTextContent(
        /Pago antes: Submetidohá 9 dias.*por Ada LopesMotivo: Documentos em ordem\.Submetido Registro criadodurou 1 dia/,
      );
    // The note appears only in the list of notes, not in the history.
    expect(page.getByText(/Falta conferir o hash\./).elements()).toHaveLength(1);
    vi.useRealTimers();
  });

  it('[history-none] says that there is no history, and hides empty holders and notes', async () => {
    open(address, operator);
    await expect
      .element(historySection.getByText('Nenhum histórico disponível', { exact: true }))
      .toBeVisible();
    expect(region('Titulares').elements()).toEqual([]);
    expect(region('Notas internas').elements()).toEqual([]);
  });

  it('[operator-detail-file] shows the file with its hash, and downloads it with progress', async () => {
    const copyToClipboard = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    open(address, operator);
    await fileSection
      .getByText(/^SHA-256/)
      .first()
      .click();
    await expect.element(fileSection.getByText(SHA256, { exact: true })).toBeVisible();
    await expect.element(fileSection.getByText('fonte.zip')).toBeVisible();
    await press('Copiar SHA-256', fileSection);
    expect(copyToClipboard).toHaveBeenCalledWith(SHA256);
    copyToClipboard.mockRestore();

    const releaseResponse = hold('downloadFile');
    await press('Baixar ZIP', fileSection);
    await expect.element(fileSection.getByRole('progressbar', { name: 'Baixando fonte.zip' })).toBeVisible();
    await expect.element(toast.getByText('Download iniciado')).toBeVisible();
    const contentDisposition = 'attachment; filename="fonte.zip"';
    const headers = { 'content-disposition': contentDisposition };
    answerWith('downloadFile', () => new Response('PK', { headers }));
    expect(await downloadedName(async () => releaseResponse())).toBe('fonte.zip');
    refuse('downloadFile', 'unavailable', { message: 'O arquivo está fora do ar.' });
    await press('Baixar ZIP', fileSection);
    await expect.element(toast.getByText('Erro ao baixar')).toBeVisible();
    await expect.element(toast.getByText('O arquivo está fora do ar.')).toBeVisible();
    failWithNetworkError('downloadFile');
    await press('Baixar ZIP', fileSection);
    await expect.element(toast.getByText('Não foi possível baixar o arquivo')).toBeVisible();

    new Desk({ ...registration, fileName: null, fileSize: null, sha256: null, fileStoragePath: null });
    open(address, operator);
    await expect.element(fileSection.getByText('O cliente ainda não enviou o arquivo.')).toBeVisible();
    expect(page.getByRole('button', { name: 'Baixar ZIP' }).elements()).toEqual([]);
  });

  it('[operator-detail-bytes] shows small file sizes in bytes and larger ones in KB', async () => {
    open(address, operator);
    await expect.element(fileSection.getByText('1.023 Bytes', { exact: true })).toBeVisible();
    new Desk({ ...registration, fileSize: 1_024 });
    open(address, operator);
    await expect.element(fileSection.getByText('1,0 KB', { exact: true })).toBeVisible();
    new Desk({ ...registration, fileName: null });
    answerWith('downloadFile', () => new Response('PK'));
    open(address, operator);
    expect(await downloadedName(() => press('Baixar ZIP', fileSection))).toBe('arquivo.zip');
  });

  it('[operator-detail-missing] distinguishes a missing registration from a failure to load it', async () => {
    open('/operator/registrations/00000000-0000-7000-8000-000000000000', operator);
    await expect.element(page.getByRole('heading', { name: 'Registro não encontrado' })).toBeVisible();
    await page.getByRole('link', { name: 'Voltar ao painel' }).click();
    await expect.poll(() => window.location.pathname).toBe('/operator');
    refuse('getStaffRegistration', 'unavailable', { message: 'Serviço indisponível.' });
    open(address, operator);
    await expect.element(page.getByRole('heading', { name: 'Erro ao carregar dados' })).toBeVisible();
    await expect.element(page.getByText('Falha ao carregar informações do registro')).toBeVisible();
    await expect.element(toast.getByText('Serviço indisponível.')).toBeVisible();
    new Desk(registration);
    await press('Tentar novamente');
    await expect.element(titleHeading('Com titulares')).toBeVisible();
    const releaseResponse = hold('getStaffRegistration');
    open(address, operator);
    await expect.element(page.getByRole('status', { name: 'Carregando registro' })).toBeVisible();
    releaseResponse();
    await expect.element(titleHeading('Com titulares')).toBeVisible();
  });
});

it('[operator-detail-neighbours] links to the previous and next registration and to the list', async () => {
  const names = ['Par 01', 'Par 02', 'Par 03'] as const;
  new Desk(registration, ...names.map((name) => aQueueRegistration(name, 'paid')));
  const listQuery = '?tab=paid&search=par&sort=title';
  open(`/operator${listQuery}`, operator);
  await page.getByRole('link', { name: 'Ver Detalhes: Par 01' }).click();
  await expect.element(titleHeading('Par 01')).toBeVisible();
  await expect.element(page.getByText('1 de 3', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Registro anterior: não há' })).toBeDisabled();
  await press('Próximo registro: Par 02');
  await expect.element(titleHeading('Par 02')).toBeVisible();
  // The approved registration leaves the filtered list; "next" and "previous" still work.
  await press(/^Aprovar/);
  await press('Confirmar aprovação', dialog);
  await expect.element(toast.getByText('Ação executada com sucesso')).toBeVisible();
  await press('Próximo registro: Par 03');
  await expect.element(titleHeading('Par 03')).toBeVisible();
  await expect.element(page.getByText('2 de 2', { exact: true })).toBeVisible();
  expect(sentActions()).toHaveLength(1);
  await keys('u');
  await expect.poll(query).toBe(listQuery);
  await expect.poll(() => document.querySelectorAll('tbody tr').length).toBe(2);
});
