import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { savedUpload } from '../../lib/saved-uploads.ts';
import { aRegistration, aUser, pageOf, registrationStatsOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { dialog, press, region } from '../../testing/screen.ts';
import { answer, callsOf, refuse } from '../../testing/server.ts';
import { TusServer } from '../../testing/tus.ts';
import { keepOnlyUploadsOf } from './upload-session.ts';

const MB = 1024 * 1024;
const FILE_SIZE = 21 * MB;
const CUT_OFFSET = 9 * MB;
/** 21 blocks of 1 MB, each filled with a different byte, so that a misplaced block changes the hash. */
const bytesOf = (firstByte: number) =>
  Array.from({ length: 21 }, (_item, index) => new Uint8Array(MB).fill(firstByte + index));
const projectFile = new File(bytesOf(1), 'projeto.zip', { lastModified: 1_700_000_000_000 });
const otherFile = new File(bytesOf(100), 'outro.zip', { lastModified: 1_700_000_000_000 });

const user = aUser();
let draftRegistration = aRegistration({ userId: user.id });
let server: TusServer;

const expectText = (text: string | RegExp) => expect.element(page.getByText(text).first()).toBeVisible();
const expectProgress = (text: string | RegExp) =>
  expect
    .element(page.getByRole('progressbar', { name: 'Envio ao servidor' }))
    .toHaveAttribute('aria-valuetext', expect.stringMatching(text) as unknown as string);
const uploadBadge = page.getByRole('banner').getByRole('link', { name: /projeto\.zip|Arquivo recebido/ });
const HASHES_MATCH = 'Os dois hashes coincidem: o arquivo chegou intacto.';
const CONNECTION_LOST = 'Sem conexão. O envio continua quando ela voltar.';

/** Selects a file in the file input behind the button with this name. */
async function chooseFile(file: File, name = 'Escolher arquivo ZIP'): Promise<void> {
  const button = page.getByRole('button', { name });
  await expect.element(button).toBeVisible();
  const input = button.element().parentElement?.querySelector('input[type=file]') as HTMLInputElement;
  const transfer = new DataTransfer();
  transfer.items.add(file);
  input.files = transfer.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

const openStep = () => open(`/register?id=${draftRegistration.id}&step=upload`, user);
/** Simulates a page reload: only what is stored in the browser remains. */
const simulateReload = () => {
  keepOnlyUploadsOf('no-account');
  server.isBroken = false;
  openStep();
};
const reconnect = () => {
  server.isBroken = false;
  window.dispatchEvent(new Event('online'));
};
const leavesWithoutWarning = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

beforeEach(() => {
  draftRegistration = aRegistration({ userId: user.id });
  answer('getRegistration', () => draftRegistration);
  answer('listRegistrations', () => pageOf([draftRegistration]));
  answer('getRegistrationStats', registrationStatsOf());
  answer('listHolders', pageOf([], 100));
  server = new TusServer(draftRegistration.id, (file) => {
    draftRegistration = { ...draftRegistration, ...file, sha512: 'cd'.repeat(64) };
  });
});

describe('an upload over 20 MB', () => {
  it('continues at the byte where the connection broke, and shows both hashes', async () => {
    openStep();
    server.breakAtByte = CUT_OFFSET;
    await chooseFile(projectFile);
    await expectText(CONNECTION_LOST);
    await expectProgress(/^Parado em \d+% · .+ de 21,0 MB$/);
    expect(leavesWithoutWarning()).toBe(false);
    reconnect();
    await expectText(HASHES_MATCH);
    expect(server.ranges).toEqual([
      [0, CUT_OFFSET],
      [CUT_OFFSET, FILE_SIZE],
    ]);
    expect(server.calls).toEqual(['POST', 'PATCH', 'HEAD', 'PATCH', 'GET']);
    expect(server.latest).toMatchObject({ fileName: 'projeto.zip', sha256: draftRegistration.sha256 });
    await expect.poll(() => leavesWithoutWarning()).toBe(true);
    expect(savedUpload(user.id, draftRegistration.id)).toBeNull();
    await expect.element(uploadBadge).toHaveAccessibleName('Arquivo recebido');
  });

  it('retries while the server is unavailable, and detects a finished upload whose response was lost', async () => {
    openStep();
    server.breakAtByte = CUT_OFFSET;
    server.losesAnswer = true;
    await chooseFile(projectFile);
    await expectText(CONNECTION_LOST);
    server.outage = { code: 'unavailable' };
    server.isBroken = false;
    await press('Tentar agora');
    await expectText('O servidor não pode receber agora. O envio continua sozinho quando ele voltar.');
    server.outage = null;
    await expectText(HASHES_MATCH);
    expect(server.ranges).toEqual([
      [0, CUT_OFFSET],
      [CUT_OFFSET, FILE_SIZE],
    ]);
  });

  it('waits only briefly after the user has retried often', async () => {
    openStep();
    server.breakAtByte = CUT_OFFSET;
    await chooseFile(projectFile);
    await expectText(CONNECTION_LOST);
    server.outage = { code: 'unavailable' };
    server.isBroken = false;
    for (let retries = 0; retries < 6; retries += 1) {
      await press('Tentar agora');
      await expectText('O servidor não pode receber agora. O envio continua sozinho quando ele voltar.');
    }
    server.outage = null;
    await expectText(HASHES_MATCH);
  });

  it('resumes with the same file after a reload', async () => {
    openStep();
    server.breakAtByte = CUT_OFFSET;
    await chooseFile(projectFile);
    await expectText(CONNECTION_LOST);
    simulateReload();
    await expectText('Envio interrompido: 9,0 MB de 21,0 MB de projeto.zip.');
    await expect.element(uploadBadge).toHaveAccessibleName('Envio interrompido: projeto.zip');
    await chooseFile(projectFile, 'Escolher o arquivo');
    await expectText(HASHES_MATCH);
    expect(server.ranges).toEqual([
      [0, CUT_OFFSET],
      [CUT_OFFSET, FILE_SIZE],
    ]);
    expect(server.calls.filter((method) => method === 'POST')).toHaveLength(1);
  });

  it('asks before it uploads another file, and rejects the same file with changed content', async () => {
    openStep();
    server.breakAtByte = CUT_OFFSET;
    await chooseFile(projectFile);
    await expectText(CONNECTION_LOST);
    simulateReload();
    await chooseFile(otherFile, 'Escolher o arquivo');
    await expect
      .element(
        dialog.getByText(
          /O envio interrompido é de projeto\.zip \(21,0 MB\)\. outro\.zip será enviado do começo/,
        ),
      )
      .toBeVisible();
    await press('Cancelar', dialog);
    await expect.element(region('Envio interrompido')).toBeVisible();
    // A file with the same name, size and date, but with different bytes.
    await chooseFile(
      new File(bytesOf(50), projectFile.name, { lastModified: projectFile.lastModified }),
      'Escolher o arquivo',
    );
    await expectText(/O conteúdo deste arquivo não é o do envio interrompido/);
    expect(server.ranges).toEqual([[0, CUT_OFFSET]]);
    await chooseFile(otherFile);
    await expectText(HASHES_MATCH);
    expect(server.ranges).toEqual([
      [0, CUT_OFFSET],
      [0, FILE_SIZE],
    ]);
    expect(draftRegistration.fileName).toBe('outro.zip');
  });

  it('uploads another file after the user confirms that the received bytes are discarded', async () => {
    openStep();
    server.breakAtByte = CUT_OFFSET;
    await chooseFile(projectFile);
    await expectText(CONNECTION_LOST);
    simulateReload();
    await chooseFile(otherFile, 'Escolher o arquivo');
    await press('Enviar este arquivo', dialog);
    await expectText(HASHES_MATCH);
    expect(draftRegistration.fileName).toBe('outro.zip');
  });

  it('shows that another tab is sending the file, not that the upload was interrupted', async () => {
    openStep();
    server.breakAtByte = CUT_OFFSET;
    await chooseFile(projectFile);
    await expectText(CONNECTION_LOST);
    const otherTab = Promise.withResolvers<void>();
    keepOnlyUploadsOf('no-account');
    void navigator.locks.request(`g2-upload.${draftRegistration.id}`, () => otherTab.promise);
    simulateReload();
    await expectText('projeto.zip está sendo enviado em outra aba deste navegador.');
    await expect.element(uploadBadge).not.toBeInTheDocument();
    otherTab.resolve();
    await expect.element(region('Envio interrompido')).toBeVisible();
    await expect.element(uploadBadge).toHaveAccessibleName('Envio interrompido: projeto.zip');
  });

  it('an upload stops without a retry when a later upload replaces it', async () => {
    openStep();
    const release = server.hold();
    await chooseFile(projectFile);
    await expect.poll(() => server.calls).toEqual(['POST', 'PATCH']);
    server.supersede();
    release('received');
    await expectText('Este envio foi substituído por outro mais recente.');
    reconnect();
    expect(server.calls).toEqual(['POST', 'PATCH']);
    expect(page.getByRole('button', { name: 'Enviar novamente' }).elements()).toHaveLength(0);
    expect(savedUpload(user.id, draftRegistration.id)).toBeNull();
  });

  it('an upload stops when a later upload started while the connection was lost', async () => {
    openStep();
    server.breakAtByte = CUT_OFFSET;
    await chooseFile(projectFile);
    await expectText(CONNECTION_LOST);
    server.supersede();
    reconnect();
    await expectText('Este envio foi substituído por outro mais recente.');
    expect(server.calls).toEqual(['POST', 'PATCH', 'HEAD', 'GET']);
  });

  it('shows why the server refused the complete file, and what the user can do', async () => {
    openStep();
    server.refuseAtEnd = { code: 'duplicate-file', detail: { facts: { registrationId: 'r2' } } };
    await chooseFile(projectFile);
    await expect.element(region('O envio não terminou')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Abrir o outro registro' })).toBeVisible();
    expect(server.calls).toEqual(['POST', 'PATCH']);
  });

  it('says after a reload that a later upload has replaced the interrupted upload', async () => {
    openStep();
    server.breakAtByte = CUT_OFFSET;
    await chooseFile(projectFile);
    await expectText(CONNECTION_LOST);
    server.supersede();
    simulateReload();
    await expectText('Este envio foi substituído por outro mais recente.');
    await expect.element(uploadBadge).not.toBeInTheDocument();
    expect(savedUpload(user.id, draftRegistration.id)).toBeNull();
  });

  it('shows the upload in the header of other pages, and can pause and resume it', async () => {
    openStep();
    server.breakAtByte = CUT_OFFSET;
    await chooseFile(projectFile);
    await expectText(CONNECTION_LOST);
    const release = server.hold();
    reconnect();
    await expectProgress(/^Enviando… 42% · 9,0 MB de 21,0 MB · calculando o tempo…$/);
    await page.getByRole('link', { name: 'G2 Software Registry' }).first().click();
    await expectText('Olá, Ana');
    await expect.element(uploadBadge).toHaveAccessibleName('Enviando projeto.zip · 42 %');
    await uploadBadge.click();
    await press('Pausar');
    await expectText('Envio pausado. O que o servidor já recebeu fica guardado.');
    await expect.element(uploadBadge).toHaveAccessibleName('Pausado: projeto.zip · 42 %');
    await expect.poll(() => leavesWithoutWarning()).toBe(true);
    release('lost');
    await press('Continuar');
    await expectText(HASHES_MATCH);
    expect(server.ranges).toEqual([
      [0, CUT_OFFSET],
      [CUT_OFFSET, FILE_SIZE],
    ]);
    await expect.element(uploadBadge).toHaveAccessibleName('Arquivo recebido');
  });

  it('an upload pauses when the session ends, and resumes after the user signs in', async () => {
    openStep();
    server.breakAtByte = CUT_OFFSET;
    await chooseFile(projectFile);
    await expectText(CONNECTION_LOST);
    server.outage = { code: 'unauthenticated' };
    refuse('getCurrentUser', 'unauthenticated');
    reconnect();
    await expect.poll(() => window.location.pathname).toBe('/auth');
    expect(server.ranges).toEqual([[0, CUT_OFFSET]]);
    server.outage = null;
    answer('getCurrentUser', user);
    // Simulates the same user signing in in another tab.
    new BroadcastChannel('g2-identity').postMessage(user.id);
    await expectText(HASHES_MATCH);
    expect(server.ranges).toEqual([
      [0, CUT_OFFSET],
      [CUT_OFFSET, FILE_SIZE],
    ]);
  });

  it('cancels an upload after confirmation, and deletes the received bytes on the server', async () => {
    openStep();
    server.breakAtByte = CUT_OFFSET;
    await chooseFile(projectFile);
    await expectText(CONNECTION_LOST);
    const release = server.hold();
    reconnect();
    await expectProgress(/^Enviando… 42%/);
    await press('Cancelar envio');
    await press('Cancelar envio', dialog);
    await expect.element(page.getByRole('button', { name: 'Escolher arquivo ZIP' })).toBeVisible();
    await expect.poll(() => server.calls.at(-1)).toBe('DELETE');
    release('lost');
    expect(savedUpload(user.id, draftRegistration.id)).toBeNull();
    await expect.element(uploadBadge).not.toBeInTheDocument();
  });

  it('sends a file of at most 20 MB in one request, not in parts', async () => {
    const smallFile = new File([new Uint8Array(20 * MB)], 'pequeno.zip');
    answer('uploadFile', () => {
      draftRegistration = {
        ...draftRegistration,
        sha256: 'ab'.repeat(32),
        sha512: 'cd'.repeat(64),
        fileName: smallFile.name,
        fileSize: 1,
      };
      return { sha256: 'ab'.repeat(32), fileName: smallFile.name, fileSize: smallFile.size };
    });
    openStep();
    await chooseFile(smallFile);
    await expectText('Os hashes não coincidem. Envie o arquivo novamente.');
    expect(callsOf('uploadFile')).toHaveLength(1);
    expect(server.calls).toEqual([]);
  });
});
