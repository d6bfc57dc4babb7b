import { beforeEach, describe, expect, it } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import type { Db } from '../../mock/db.ts';
import { openMocked } from '../../testing/mock.ts';
import { aPayable, aRegistration, aUser } from '../../testing/records.ts';
import { press, query, region, toast } from '../../testing/screen.ts';
import { answerWith, callsOf, cut, hold, leaveToMock, mockApi, refuse } from '../../testing/server.ts';
import { settled } from '../../testing/settled.ts';

const MATCH = 'Os dois hashes coincidem: o arquivo chegou intacto.';
const user = aUser();
let draft = aRegistration();
const failure = region('O envio não terminou');
const stored = region('Arquivo guardado');
const next = page.getByRole('button', { name: 'Próximo' });
const retry = failure.getByRole('button', { name: 'Enviar novamente' });
const zip = (name = 'fonte.zip', content = name) => new File([`PK ${content}`], name);
const expectText = (text: string | RegExp, where: Pick<Locator, 'getByText'> = page) =>
  expect.element(where.getByText(text, { exact: true }).first()).toBeVisible();
const expectToastTexts = async (title: string, text: string) => {
  await expectText(title, toast);
  await expectText(text, toast);
};
const fileInput = () => page.getByRole('main').element().querySelector<HTMLInputElement>('input[type=file]');
const zone = () => fileInput()?.parentElement as HTMLElement;

/** Selects the file in the upload step's file input. */
async function choose(file: File): Promise<void> {
  await expect.poll(fileInput).not.toBeNull();
  const given = new DataTransfer();
  given.items.add(file);
  const input = fileInput();
  if (input !== null) input.files = given.files;
  input?.dispatchEvent(new Event('change', { bubbles: true }));
}

/** @returns whether the page prevented the browser's default action */
function drag(type: string, at: Element, dataTransfer: DataTransfer, relatedTarget: Element | null = null) {
  const event = new DragEvent(type, { dataTransfer, relatedTarget, bubbles: true, cancelable: true });
  at.dispatchEvent(event);
  return event.defaultPrevented;
}
const closesWithoutWarning = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

let db: Db;
const openStep = () => openMocked(`/register?id=${draft.id}&step=upload`, db);

beforeEach(() => {
  // A new registration for each test, because the page remembers the uploads of earlier ones.
  draft = aRegistration({ userId: user.id });
  db = mockApi({ user, registrations: [draft] });
});

describe('a running upload', () => {
  it('[wizard-upload] shows both progress bars, blocks leaving the page, and compares the hashes', async () => {
    openMocked(`/register?id=${draft.id}&step=basic`, db);
    await press('Próximo');
    await expectText('Apenas .zip, até 500 MB');
    (page.getByRole('button', { name: 'Escolher arquivo ZIP' }).element() as HTMLElement).focus();
    const letGo = hold('uploadFile');
    await choose(zip());
    await expect.element(page.getByRole('progressbar', { name: 'Envio ao servidor' })).toBeVisible();
    await expect
      .element(page.getByRole('progressbar', { name: 'SHA-256 no seu navegador' }))
      .toHaveAttribute('aria-valuetext', 'Calculado');
    const cancel = page.getByRole('button', { name: 'Cancelar envio' });
    await expect.element(cancel).toHaveFocus();
    await expect.element(page.getByRole('button', { name: 'Voltar' })).toBeDisabled();
    await expect.element(page.getByRole('link', { name: 'Informações' })).not.toBeInTheDocument();
    expect(closesWithoutWarning()).toBe(false);
    // The browser's Back button does not leave the page either.
    window.history.back();
    await expect.poll(query).toBe(`?id=${draft.id}&step=upload`);
    await expect.element(cancel).toBeVisible();
    letGo();
    await expectText(MATCH, stored);
    const { sha256 } = db.registrations[0] ?? {};
    await expectToastTexts('Arquivo enviado com sucesso', `Hash SHA-256: ${sha256?.slice(0, 16)}…`);
    await expectText('SHA-256 no seu navegador', stored);
    await expectText('SHA-256 no servidor', stored);
    expect(stored.element().textContent?.split(sha256 ?? '')).toHaveLength(3);
    await expect.poll(() => closesWithoutWarning()).toBe(true);
    await expect.element(page.getByRole('button', { name: 'Substituir arquivo' })).toBeVisible();
    await choose(zip('segunda.zip'));
    await expectText(/segunda\.zip/, stored);
    await expect.poll(() => db.registrations).toMatchObject([{ fileName: 'segunda.zip' }]);
    await next.click();
    await expect
      .element(page.getByRole('heading', { level: 2, name: 'Titulares de direitos' }))
      .toBeVisible();
  });

  it('[wizard-upload-elsewhere] an upload continues on other pages, and can be cancelled', async () => {
    openStep();
    let letGo = hold('uploadFile');
    await choose(zip());
    await press('Cancelar envio');
    await expectText('Arraste o ZIP até aqui ou escolha o arquivo');
    await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument();
    expect(document.activeElement).not.toBe(document.body);
    letGo();
    letGo = hold('uploadFile');
    await choose(zip('longe.zip'));
    await expect.element(page.getByRole('progressbar').first()).toBeVisible();
    await page.getByRole('link', { name: 'G2 Software Registry' }).first().click();
    await expectText('Olá, Ana');
    letGo();
    await expectText('Arquivo enviado com sucesso', toast);
    window.history.back();
    await expectText(MATCH);
  });
});

describe('a refused file', () => {
  it('[wizard-upload-rules] never sends a file that is no ZIP, too large, empty or missing', async () => {
    const megabyte = new Blob([new Uint8Array(1024 * 1024)]);
    const tooLarge = new File(
      Array.from({ length: 501 }, () => megabyte),
      'enorme.zip',
    );
    openStep();
    for (const [file, title, text] of [
      [zip('fonte.rar'), 'Tipo de arquivo inválido', 'Apenas arquivos ZIP são permitidos.'],
      [tooLarge, 'Arquivo muito grande', 'O arquivo não pode exceder 500MB.'],
      [new File([], 'zero.zip'), 'Arquivo vazio', 'O arquivo tem 0 byte.'],
    ] as const) {
      await choose(file);
      await expectToastTexts(title, text);
      await expectText(`O envio não terminou: ${file.name}`, failure);
      await expectText(text, failure);
      await expectText('Escolha outro arquivo para continuar.', failure);
      expect(failure.elements()).toHaveLength(1);
    }
    const given = new DataTransfer();
    given.setData('text/plain', 'nada');
    drag('drop', zone(), given);
    await expectToastTexts('Nenhum arquivo selecionado', 'Por favor, selecione um arquivo ZIP.');
    await press('Fechar notificação', toast);
    await expect.element(next).toHaveAttribute('aria-disabled', 'true');
    (next.element() as HTMLElement).click();
    await expectToastTexts('Nenhum arquivo selecionado', 'Por favor, selecione um arquivo ZIP.');
    expect(callsOf('uploadFile')).toEqual([]);
    // A refused file does not affect the stored one.
    await choose(zip('bom.zip'));
    await expectText(MATCH);
    await expect.element(failure).not.toBeInTheDocument();
    await choose(new File([], 'zero.zip'));
    await expectText('O arquivo tem 0 byte.', failure);
    await expectText(/bom\.zip/, stored);
  });

  it('[wizard-upload-errors] shows each failed upload with its next action, such as a retry', async () => {
    openStep();
    cut('uploadFile');
    await choose(zip());
    await expectToastTexts('Erro no upload', 'Erro de rede ao enviar arquivo');
    await expectText('Erro de rede ao enviar arquivo', failure);
    await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument();
    for (const [fail, text] of [
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
      fail();
      await retry.click();
      await expectToastTexts('Erro no upload', text);
    }
    // A refused file offers no retry, only another file.
    for (const [code, message] of [
      ['file-too-large', 'O arquivo não pode exceder 500MB.'],
      ['not-a-zip', 'O conteúdo deste arquivo não é um ZIP.'],
    ] as const) {
      refuse('uploadFile', code, { message });
      await choose(zip());
      await expectToastTexts('Erro no upload', message);
      await expectText('Escolha outro arquivo para continuar.', failure);
      await expect.element(retry).not.toBeInTheDocument();
    }
    // A server that received other bytes than the browser sent is detected.
    leaveToMock('uploadFile');
    const gate = hold('uploadFile');
    await choose(zip());
    const sha256 = 'f'.repeat(64);
    answerWith('uploadFile', () => {
      Object.assign(db.registrations[0] ?? {}, { sha256, fileName: 'fonte.zip', fileSize: 12 });
      return Response.json({ sha256, fileName: 'fonte.zip', fileSize: 12 });
    });
    gate();
    await expectText('Os hashes não coincidem. Envie o arquivo novamente.', page.getByRole('alert'));
    await expect.element(next).toHaveAttribute('aria-disabled', 'true');
  });

  it('[wizard-upload-duplicate] links to the user’s own registration of a file, but not to others’', async () => {
    const own = aPayable({ userId: user.id, title: 'O outro' });
    db.registrations.push(own);
    const message = 'Você já registrou este arquivo em outro registro.';
    refuse('uploadFile', 'duplicate-file', { message, facts: { registrationId: own.id } });
    openStep();
    await choose(zip());
    await expectToastTexts('Erro no upload', message);
    await failure.getByRole('link', { name: 'Abrir o outro registro' }).click();
    await expect.poll(query).toBe(`?id=${own.id}&step=basic`);
    refuse('uploadFile', 'duplicate-file', { message: 'Este arquivo já foi registrado.' });
    openStep();
    await choose(zip());
    await expectToastTexts('Erro no upload', 'Este arquivo já foi registrado.');
    await expectText(/Se este código é seu, fale com a nossa equipe\./, failure);
    await expect.element(failure.getByRole('link')).toHaveAttribute('href', '/help');
  });
});

it('dragging over the drop area’s content keeps it highlighted; a drop elsewhere is ignored', async () => {
  openStep();
  await expectText('Apenas .zip, até 500 MB');
  const data = new DataTransfer();
  data.items.add(zip('solto.zip'));
  const heading = page.getByRole('heading', { level: 1 }).element();
  const button = zone().querySelector('button') as HTMLElement;
  const isOver = () => zone().getAttribute('data-over');
  drag('dragover', zone(), data);
  await expect.poll(isOver).toBe('true');
  drag('dragleave', zone(), data, button);
  drag('dragleave', button, data, zone().querySelector('p'));
  await settled();
  await expect.poll(() => isOver()).toBe('true');
  drag('dragleave', zone(), data, heading);
  await expect.poll(isOver).toBeNull();
  expect(drag('dragover', heading, data)).toBe(true);
  expect(drag('drop', heading, data)).toBe(true);
  await expectText('Apenas .zip, até 500 MB');
});
