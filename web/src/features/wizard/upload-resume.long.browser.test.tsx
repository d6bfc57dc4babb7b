import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { rememberedUpload } from '../../lib/remembered-uploads.ts';
import { aRegistration, aUser, figuresOf, pageOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { dialog, press, region } from '../../testing/screen.ts';
import { answer, callsOf, refuse } from '../../testing/server.ts';
import { TusServer } from '../../testing/tus.ts';
import { keepUploadsOf } from './upload-session.ts';

const MB = 1024 * 1024;
const SIZE = 21 * MB;
const HALF = 9 * MB;
/** 21 megabytes, each filled with another byte than all others, so that a misplaced one is noticed. */
const bytesOf = (seed: number) =>
  Array.from({ length: 21 }, (_one, at) => new Uint8Array(MB).fill(seed + at));
const projeto = new File(bytesOf(1), 'projeto.zip', { lastModified: 1_700_000_000_000 });
const outro = new File(bytesOf(100), 'outro.zip', { lastModified: 1_700_000_000_000 });

const user = aUser();
let draft = aRegistration({ userId: user.id });
let server: TusServer;

const expectText = (text: string | RegExp) => expect.element(page.getByText(text).first()).toBeVisible();
const expectProgress = (text: string | RegExp) =>
  expect
    .element(page.getByRole('progressbar', { name: 'Envio ao servidor' }))
    .toHaveAttribute('aria-valuetext', expect.stringMatching(text) as unknown as string);
const chip = page.getByRole('banner').getByRole('link', { name: /projeto\.zip|Arquivo recebido/ });
const MATCH = 'Os dois hashes coincidem: o arquivo chegou intacto.';
const LOST = 'Sem conexão. O envio continua quando ela voltar.';

/** Selects a file in the file input behind the button with this name. */
async function choose(file: File, name = 'Escolher arquivo ZIP'): Promise<void> {
  const button = page.getByRole('button', { name });
  await expect.element(button).toBeVisible();
  const input = button.element().parentElement?.querySelector('input[type=file]') as HTMLInputElement;
  const given = new DataTransfer();
  given.items.add(file);
  input.files = given.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

const openStep = () => open(`/register?id=${draft.id}&step=upload`, user);
/** Simulates a page reload: only what is stored in the browser remains. */
const reload = () => {
  keepUploadsOf('no-account');
  server.isBroken = false;
  openStep();
};
const reconnect = () => {
  server.isBroken = false;
  window.dispatchEvent(new Event('online'));
};
const leavesWithoutWarning = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

beforeEach(() => {
  draft = aRegistration({ userId: user.id });
  answer('getRegistration', () => draft);
  answer('listRegistrations', () => pageOf([draft]));
  answer('getRegistrationStats', figuresOf());
  answer('listHolders', pageOf([], 100));
  server = new TusServer(draft.id, (file) => {
    draft = { ...draft, ...file, sha512: 'cd'.repeat(64) };
  });
});

describe('an upload over 20 MB', () => {
  it('resumes where the connection broke, sends no byte twice, and shows both hashes', async () => {
    openStep();
    server.cutAt = HALF;
    await choose(projeto);
    await expectText(LOST);
    await expectProgress(/^Parado em \d+% · .+ de 21,0 MB$/);
    expect(leavesWithoutWarning()).toBe(false);
    reconnect();
    await expectText(MATCH);
    expect(server.ranges).toEqual([
      [0, HALF],
      [HALF, SIZE],
    ]);
    expect(server.calls).toEqual(['POST', 'PATCH', 'HEAD', 'PATCH', 'GET']);
    expect(server.latest).toMatchObject({ fileName: 'projeto.zip', sha256: draft.sha256 });
    await expect.poll(() => leavesWithoutWarning()).toBe(true);
    expect(rememberedUpload(user.id, draft.id)).toBeNull();
    await expect.element(chip).toHaveAccessibleName('Arquivo recebido');
  });

  it('retries when the server was unavailable, and recognises success after a lost last answer', async () => {
    openStep();
    server.cutAt = HALF;
    server.loseTheAnswer = true;
    await choose(projeto);
    await expectText(LOST);
    server.down = { code: 'unavailable' };
    server.isBroken = false;
    await press('Tentar agora');
    await expectText('O servidor não pode receber agora. O envio continua sozinho quando ele voltar.');
    server.down = null;
    await expectText(MATCH);
    expect(server.ranges).toEqual([
      [0, HALF],
      [HALF, SIZE],
    ]);
  });

  it('resumes with the same file after a reload', async () => {
    openStep();
    server.cutAt = HALF;
    await choose(projeto);
    await expectText(LOST);
    reload();
    await expectText('Envio interrompido: 9,0 MB de 21,0 MB de projeto.zip.');
    await expect.element(chip).toHaveAccessibleName('Envio interrompido: projeto.zip');
    await choose(projeto, 'Escolher o arquivo');
    await expectText(MATCH);
    expect(server.ranges).toEqual([
      [0, HALF],
      [HALF, SIZE],
    ]);
    expect(server.calls.filter((method) => method === 'POST')).toHaveLength(1);
  });

  it('asks before it restarts with another file, and rejects a file whose content changed', async () => {
    openStep();
    server.cutAt = HALF;
    await choose(projeto);
    await expectText(LOST);
    reload();
    await choose(outro, 'Escolher o arquivo');
    await expect
      .element(
        dialog.getByText(
          /O envio interrompido é de projeto\.zip \(21,0 MB\)\. outro\.zip será enviado do começo/,
        ),
      )
      .toBeVisible();
    await press('Cancelar', dialog);
    await expect.element(region('Envio interrompido')).toBeVisible();
    // Same name, size and date, but different bytes.
    await choose(
      new File(bytesOf(50), projeto.name, { lastModified: projeto.lastModified }),
      'Escolher o arquivo',
    );
    await expectText(/O conteúdo deste arquivo não é o do envio interrompido/);
    expect(server.ranges).toEqual([[0, HALF]]);
    await choose(outro);
    await expectText(MATCH);
    expect(server.ranges).toEqual([
      [0, HALF],
      [0, SIZE],
    ]);
    expect(draft.fileName).toBe('outro.zip');
  });

  it('asks before another file replaces the received bytes', async () => {
    openStep();
    server.cutAt = HALF;
    await choose(projeto);
    await expectText(LOST);
    reload();
    await choose(outro, 'Escolher o arquivo');
    await press('Enviar este arquivo', dialog);
    await expectText(MATCH);
    expect(draft.fileName).toBe('outro.zip');
  });

  it('does not call an upload interrupted while another tab sends it', async () => {
    openStep();
    server.cutAt = HALF;
    await choose(projeto);
    await expectText(LOST);
    const otherTab = Promise.withResolvers<void>();
    keepUploadsOf('no-account');
    void navigator.locks.request(`g2-upload.${draft.id}`, () => otherTab.promise);
    reload();
    await expectText('projeto.zip está sendo enviado em outra aba deste navegador.');
    await expect.element(chip).not.toBeInTheDocument();
    otherTab.resolve();
    await expect.element(region('Envio interrompido')).toBeVisible();
    await expect.element(chip).toHaveAccessibleName('Envio interrompido: projeto.zip');
  });

  it('an upload stops without a retry when a later upload replaces it', async () => {
    openStep();
    const letGo = server.hold();
    await choose(projeto);
    await expect.poll(() => server.calls).toEqual(['POST', 'PATCH']);
    server.supersede();
    letGo('come in');
    await expectText('Este envio foi substituído por outro mais recente.');
    reconnect();
    expect(server.calls).toEqual(['POST', 'PATCH']);
    expect(page.getByRole('button', { name: 'Enviar novamente' }).elements()).toHaveLength(0);
    expect(rememberedUpload(user.id, draft.id)).toBeNull();
  });

  it('an upload stops when a later one started while the connection was down', async () => {
    openStep();
    server.cutAt = HALF;
    await choose(projeto);
    await expectText(LOST);
    server.supersede();
    reconnect();
    await expectText('Este envio foi substituído por outro mais recente.');
    expect(server.calls).toEqual(['POST', 'PATCH', 'HEAD', 'GET']);
  });

  it('shows the server’s refusal after the last byte, with the next action', async () => {
    openStep();
    server.refuseAtEnd = { code: 'duplicate-file', detail: { facts: { registrationId: 'r2' } } };
    await choose(projeto);
    await expect.element(region('O envio não terminou')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Abrir o outro registro' })).toBeVisible();
    expect(server.calls).toEqual(['POST', 'PATCH']);
  });

  it('says after a reload that a later upload has replaced the interrupted one', async () => {
    openStep();
    server.cutAt = HALF;
    await choose(projeto);
    await expectText(LOST);
    server.supersede();
    reload();
    await expectText('Este envio foi substituído por outro mais recente.');
    await expect.element(chip).not.toBeInTheDocument();
    expect(rememberedUpload(user.id, draft.id)).toBeNull();
  });

  it('shows the upload in the header of other pages, and can pause and resume it', async () => {
    openStep();
    server.cutAt = HALF;
    await choose(projeto);
    await expectText(LOST);
    const letGo = server.hold();
    reconnect();
    await expectProgress(/^Enviando… 42% · 9,0 MB de 21,0 MB · calculando o tempo…$/);
    await page.getByRole('link', { name: 'G2 Software Registry' }).first().click();
    await expectText('Olá, Ana');
    await expect.element(chip).toHaveAccessibleName('Enviando projeto.zip · 42 %');
    await chip.click();
    await press('Pausar');
    await expectText('Envio pausado. O que o servidor já recebeu fica guardado.');
    await expect.element(chip).toHaveAccessibleName('Pausado: projeto.zip · 42 %');
    await expect.poll(() => leavesWithoutWarning()).toBe(true);
    letGo('lost');
    await press('Continuar');
    await expectText(MATCH);
    expect(server.ranges).toEqual([
      [0, HALF],
      [HALF, SIZE],
    ]);
    await expect.element(chip).toHaveAccessibleName('Arquivo recebido');
  });

  it('an upload waits when the session ends, and resumes after the user signs in', async () => {
    openStep();
    server.cutAt = HALF;
    await choose(projeto);
    await expectText(LOST);
    server.down = { code: 'unauthenticated' };
    refuse('getCurrentUser', 'unauthenticated');
    reconnect();
    await expect.poll(() => window.location.pathname).toBe('/auth');
    expect(server.ranges).toEqual([[0, HALF]]);
    server.down = null;
    answer('getCurrentUser', user);
    // Simulates the same user signing in in another tab.
    new BroadcastChannel('g2-identity').postMessage(user.id);
    await expectText(MATCH);
    expect(server.ranges).toEqual([
      [0, HALF],
      [HALF, SIZE],
    ]);
  });

  it('cancels an upload after confirmation, and has the server delete it', async () => {
    openStep();
    server.cutAt = HALF;
    await choose(projeto);
    await expectText(LOST);
    const letGo = server.hold();
    reconnect();
    await expectProgress(/^Enviando… 42%/);
    await press('Cancelar envio');
    await press('Cancelar envio', dialog);
    await expect.element(page.getByRole('button', { name: 'Escolher arquivo ZIP' })).toBeVisible();
    await expect.poll(() => server.calls.at(-1)).toBe('DELETE');
    letGo('lost');
    expect(rememberedUpload(user.id, draft.id)).toBeNull();
    await expect.element(chip).not.toBeInTheDocument();
  });

  it('sends a file of at most 20 MB in one request, not in parts', async () => {
    const small = new File([new Uint8Array(20 * MB)], 'pequeno.zip');
    answer('uploadFile', () => {
      draft = {
        ...draft,
        sha256: 'ab'.repeat(32),
        sha512: 'cd'.repeat(64),
        fileName: small.name,
        fileSize: 1,
      };
      return { sha256: 'ab'.repeat(32), fileName: small.name, fileSize: small.size };
    });
    openStep();
    await choose(small);
    await expectText('Os hashes não coincidem. Envie o arquivo novamente.');
    expect(callsOf('uploadFile')).toHaveLength(1);
    expect(server.calls).toEqual([]);
  });
});
