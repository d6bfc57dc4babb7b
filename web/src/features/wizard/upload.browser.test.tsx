import { beforeEach, describe, expect, it } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import type { Db } from '../../mock/db.ts';
import { openMocked } from '../../testing/mock.ts';
import { aPayableRegistration, aRegistration, aUser } from '../../testing/records.ts';
import { press, query, region, toast } from '../../testing/screen.ts';
import {
  answerWith,
  callsOf,
  failWithNetworkError,
  hold,
  leaveToMock,
  mockApi,
  refuse,
} from '../../testing/server.ts';
import { settled } from '../../testing/settled.ts';

const HASHES_MATCH = 'Os dois hashes coincidem: o arquivo chegou intacto.';
const user = aUser();
let draftRegistration = aRegistration();
const failurePanel = region('O envio não terminou');
const storedPanel = region('Arquivo guardado');
const nextButton = page.getByRole('button', { name: 'Próximo' });
const retryButton = failurePanel.getByRole('button', { name: 'Enviar novamente' });
const zipFile = (name = 'fonte.zip', content = name) => new File([`PK ${content}`], name);
const expectText = (text: string | RegExp, where: Pick<Locator, 'getByText'> = page) =>
  expect.element(where.getByText(text, { exact: true }).first()).toBeVisible();
const expectToastTexts = async (title: string, text: string) => {
  await expectText(title, toast);
  await expectText(text, toast);
};
const fileInput = () => page.getByRole('main').element().querySelector<HTMLInputElement>('input[type=file]');
const dropArea = () => fileInput()?.parentElement as HTMLElement;

/** Selects the file in the upload step's file input. */
async function chooseFile(file: File): Promise<void> {
  await expect.poll(fileInput).not.toBeNull();
  const transfer = new DataTransfer();
  transfer.items.add(file);
  const input = fileInput();
  if (input !== null) input.files = transfer.files;
  input?.dispatchEvent(new Event('change', { bubbles: true }));
}

/** @returns whether the page prevented the browser's default action */
function drag(
  type: string,
  target: Element,
  dataTransfer: DataTransfer,
  relatedTarget: Element | null = null,
) {
  const event = new DragEvent(type, { dataTransfer, relatedTarget, bubbles: true, cancelable: true });
  target.dispatchEvent(event);
  return event.defaultPrevented;
}
const closesWithoutWarning = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

let db: Db;
const openStep = () => openMocked(`/register?id=${draftRegistration.id}&step=upload`, db);

beforeEach(() => {
  // A new registration for each test, because the page remembers the uploads of earlier tests.
  draftRegistration = aRegistration({ userId: user.id });
  db = mockApi({ user, registrations: [draftRegistration] });
});

describe('a running upload', () => {
  it('[wizard-upload] shows both progress bars, blocks leaving the page, and compares the hashes', async () => {
    openMocked(`/register?id=${draftRegistration.id}&step=basic`, db);
    await press('Próximo');
    await expectText('Apenas .zip, até 500 MB');
    (page.getByRole('button', { name: 'Escolher arquivo ZIP' }).element() as HTMLElement).focus();
    const release = hold('uploadFile');
    await chooseFile(zipFile());
    await expect.element(page.getByRole('progressbar', { name: 'Envio ao servidor' })).toBeVisible();
    await expect
      .element(page.getByRole('progressbar', { name: 'SHA-256 no seu navegador' }))
      .toHaveAttribute('aria-valuetext', 'Calculado');
    const cancelButton = page.getByRole('button', { name: 'Cancelar envio' });
    await expect.element(cancelButton).toHaveFocus();
    await expect.element(page.getByRole('button', { name: 'Voltar' })).toBeDisabled();
    await expect.element(page.getByRole('link', { name: 'Informações' })).not.toBeInTheDocument();
    expect(closesWithoutWarning()).toBe(false);
    // The browser's Back button does not leave the page either.
    window.history.back();
    await expect.poll(query).toBe(`?id=${draftRegistration.id}&step=upload`);
    await expect.element(cancelButton).toBeVisible();
    release();
    await expectText(HASHES_MATCH, storedPanel);
    const { sha256 } = db.registrations[0] ?? {};
    await expectToastTexts('Arquivo enviado com sucesso', `Hash SHA-256: ${sha256?.slice(0, 16)}…`);
    await expectText('SHA-256 no seu navegador', storedPanel);
    await expectText('SHA-256 no servidor', storedPanel);
    expect(storedPanel.element().textContent?.split(sha256 ?? '')).toHaveLength(3);
    await expect.poll(() => closesWithoutWarning()).toBe(true);
    await expect.element(page.getByRole('button', { name: 'Substituir arquivo' })).toBeVisible();
    await chooseFile(zipFile('segunda.zip'));
    await expectText(/segunda\.zip/, storedPanel);
    await expect.poll(() => db.registrations).toMatchObject([{ fileName: 'segunda.zip' }]);
    await nextButton.click();
    await expect
      .element(page.getByRole('heading', { level: 2, name: 'Titulares de direitos' }))
      .toBeVisible();
  });

  it('[wizard-upload-elsewhere] an upload continues on other pages, and can be cancelled', async () => {
    openStep();
    let release = hold('uploadFile');
    await chooseFile(zipFile());
    await press('Cancelar envio');
    await expectText('Arraste o ZIP até aqui ou escolha o arquivo');
    await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument();
    expect(document.activeElement).not.toBe(document.body);
    release();
    release = hold('uploadFile');
    await chooseFile(zipFile('longe.zip'));
    await expect.element(page.getByRole('progressbar').first()).toBeVisible();
    await page.getByRole('link', { name: 'G2 Software Registry' }).first().click();
    await expectText('Olá, Ana');
    release();
    await expectText('Arquivo enviado com sucesso', toast);
    window.history.back();
    await expectText(HASHES_MATCH);
  });
});

describe('a refused file', () => {
  it('[wizard-upload-rules] never sends a file that is no ZIP, too large, empty or missing', async () => {
    const megabyte = new Blob([new Uint8Array(1024 * 1024)]);
    const tooLargeFile = new File(
      Array.from({ length: 501 }, () => megabyte),
      'enorme.zip',
    );
    openStep();
    for (const [file, title, text] of [
      [zipFile('fonte.rar'), 'Tipo de arquivo inválido', 'Apenas arquivos ZIP são permitidos.'],
      [tooLargeFile, 'Arquivo muito grande', 'O arquivo não pode exceder 500MB.'],
      [new File([], 'zero.zip'), 'Arquivo vazio', 'O arquivo tem 0 byte.'],
    ] as const) {
      await chooseFile(file);
      await expectToastTexts(title, text);
      await expectText(`O envio não terminou: ${file.name}`, failurePanel);
      await expectText(text, failurePanel);
      await expectText('Escolha outro arquivo para continuar.', failurePanel);
      expect(failurePanel.elements()).toHaveLength(1);
    }
    const transfer = new DataTransfer();
    transfer.setData('text/plain', 'nada');
    drag('drop', dropArea(), transfer);
    await expectToastTexts('Nenhum arquivo selecionado', 'Por favor, selecione um arquivo ZIP.');
    await press('Fechar notificação', toast);
    await expect.element(nextButton).toHaveAttribute('aria-disabled', 'true');
    (nextButton.element() as HTMLElement).click();
    await expectToastTexts('Nenhum arquivo selecionado', 'Por favor, selecione um arquivo ZIP.');
    expect(callsOf('uploadFile')).toEqual([]);
    // A refused file does not affect the stored file.
    await chooseFile(zipFile('bom.zip'));
    await expectText(HASHES_MATCH);
    await expect.element(failurePanel).not.toBeInTheDocument();
    await chooseFile(new File([], 'zero.zip'));
    await expectText('O arquivo tem 0 byte.', failurePanel);
    await expectText(/bom\.zip/, storedPanel);
  });

  it('[wizard-upload-errors] shows why an upload failed, and a retry button if a retry may help', async () => {
    openStep();
    failWithNetworkError('uploadFile');
    await chooseFile(zipFile());
    await expectToastTexts('Erro no upload', 'Erro de rede ao enviar arquivo');
    await expectText('Erro de rede ao enviar arquivo', failurePanel);
    await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument();
    for (const [failRequest, text] of [
      [
        () => refuse('uploadFile', 'unavailable', { message: 'O serviço está indisponível.' }),
        'O serviço está indisponível.',
      ],
      [
        () => answerWith('uploadFile', () => new Response('<html>', { status: 502 })),
        'Erro ao enviar arquivo',
      ],
      [() => answerWith('uploadFile', () => new Response('{')), 'Erro ao processar resposta do servidor'],
    ] as const) {
      failRequest();
      await retryButton.click();
      await expectToastTexts('Erro no upload', text);
    }
    // After a refused file, the user can only choose another file.
    for (const [code, message] of [
      ['file-too-large', 'O arquivo não pode exceder 500MB.'],
      ['not-a-zip', 'O conteúdo deste arquivo não é um ZIP.'],
    ] as const) {
      refuse('uploadFile', code, { message });
      await chooseFile(zipFile());
      await expectToastTexts('Erro no upload', message);
      await expectText('Escolha outro arquivo para continuar.', failurePanel);
      await expect.element(retryButton).not.toBeInTheDocument();
    }
    // A server that received other bytes than the browser sent causes a hash mismatch.
    leaveToMock('uploadFile');
    const release = hold('uploadFile');
    await chooseFile(zipFile());
    const sha256 = 'f'.repeat(64);
    answerWith('uploadFile', () => {
      Object.assign(db.registrations[0] ?? {}, { sha256, fileName: 'fonte.zip', fileSize: 12 });
      return Response.json({ sha256, fileName: 'fonte.zip', fileSize: 12 });
    });
    release();
    await expectText('Os hashes não coincidem. Envie o arquivo novamente.', page.getByRole('alert'));
    await expect.element(nextButton).toHaveAttribute('aria-disabled', 'true');
  });

  it('[wizard-upload-duplicate] links a duplicate file only to the user’s own registration', async () => {
    const ownRegistration = aPayableRegistration({ userId: user.id, title: 'O outro' });
    db.registrations.push(ownRegistration);
    const message = 'Você já registrou este arquivo em outro registro.';
    refuse('uploadFile', 'duplicate-file', { message, facts: { registrationId: ownRegistration.id } });
    openStep();
    await chooseFile(zipFile());
    await expectToastTexts('Erro no upload', message);
    await failurePanel.getByRole('link', { name: 'Abrir o outro registro' }).click();
    await expect.poll(query).toBe(`?id=${ownRegistration.id}&step=basic`);
    refuse('uploadFile', 'duplicate-file', { message: 'Este arquivo já foi registrado.' });
    openStep();
    await chooseFile(zipFile());
    await expectToastTexts('Erro no upload', 'Este arquivo já foi registrado.');
    await expectText(/Se este código é seu, fale com a nossa equipe\./, failurePanel);
    await expect.element(failurePanel.getByRole('link')).toHaveAttribute('href', '/help');
  });
});

it('highlights the drop area while a file is dragged over its content, and ignores drops elsewhere', async () => {
  openStep();
  await expectText('Apenas .zip, até 500 MB');
  const data = new DataTransfer();
  data.items.add(zipFile('solto.zip'));
  const heading = page.getByRole('heading', { level: 1 }).element();
  const button = dropArea().querySelector('button') as HTMLElement;
  const highlightState = () => dropArea().getAttribute('data-over');
  drag('dragover', dropArea(), data);
  await expect.poll(highlightState).toBe('true');
  drag('dragleave', dropArea(), data, button);
  drag('dragleave', button, data, dropArea().querySelector('p'));
  await settled();
  await expect.poll(() => highlightState()).toBe('true');
  drag('dragleave', dropArea(), data, heading);
  await expect.poll(highlightState).toBeNull();
  expect(drag('dragover', heading, data)).toBe(true);
  expect(drag('drop', heading, data)).toBe(true);
  await expectText('Apenas .zip, até 500 MB');
});
