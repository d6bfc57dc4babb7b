import { beforeEach, describe, expect, it } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import type { Db } from '../../mock/db.ts';
import { tell } from '../../testing/events.ts';
import { openMocked } from '../../testing/mock.ts';
import { aPayable, aUser } from '../../testing/records.ts';
import { press, region, toast } from '../../testing/screen.ts';
import { answerWith, cut, hold, leaveToMock, mockApi, refuse } from '../../testing/server.ts';
import { keepUploadsOf } from './upload-session.ts';

const MATCH = 'Os dois hashes coincidem: o arquivo chegou intacto.';
const CANCELLED = 'Você cancelou este envio, mas o servidor tem este arquivo guardado.';
const FAILED = 'O envio pareceu falhar, mas o servidor tem este arquivo guardado.';
const user = aUser();
const stored = region('Arquivo guardado');
const failure = region('O envio não terminou');
const next = page.getByRole('button', { name: 'Próximo' });
const expectText = (text: string | RegExp, where: Pick<Locator, 'getByText'> = page) =>
  expect.element(where.getByText(text, { exact: true }).first()).toBeVisible();

const BYTES = new TextEncoder().encode('PK b.zip');
const b = new File([BYTES], 'b.zip');
const sha256 = Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', BYTES)), (byte) =>
  byte.toString(16).padStart(2, '0'),
).join('');
const answered = { sha256, fileName: b.name, fileSize: b.size };

let row = aPayable();
let db: Db;

/** The server now has the file, whatever answer the browser got. */
const stores = () => Object.assign(db.registrations[0] ?? {}, answered);

async function choose(file = b): Promise<void> {
  const input = page.getByRole('main').element().querySelector<HTMLInputElement>('input[type=file]');
  const given = new DataTransfer();
  given.items.add(file);
  if (input !== null) input.files = given.files;
  input?.dispatchEvent(new Event('change', { bubbles: true }));
  await expect.element(page.getByRole('progressbar').first()).toBeVisible();
}

beforeEach(async () => {
  keepUploadsOf('no-account');
  row = aPayable({ userId: user.id, fileName: 'a.zip' });
  db = mockApi({ user, registrations: [row] });
  openMocked(`/register?id=${row.id}&step=upload`, db);
  await expectText(/a\.zip/, stored);
});

describe('a cancelled upload', () => {
  it('a cancelled upload leaves the previously stored file on the screen', async () => {
    hold('uploadFile');
    await choose();
    await press('Cancelar envio');
    await expectText(/a\.zip/, stored);
    await expect.element(failure).not.toBeInTheDocument();
    await expect.element(page.getByText(MATCH)).not.toBeInTheDocument();
    await expectText(row.sha256 ?? '', stored);
  });

  it.each(['before the cancellation', 'after the cancellation'])(
    'shows a cancelled upload as stored when the server stored it anyway (%s)',
    async (when) => {
      hold('uploadFile');
      await choose();
      if (when === 'before the cancellation') stores();
      await press('Cancelar envio');
      if (when !== 'before the cancellation') {
        await expectText(/a\.zip/, stored);
        stores();
      }
      await expectText(CANCELLED, stored);
      await expectText(MATCH, stored);
      await expectText(/b\.zip/, stored);
      await expect.element(next).toHaveAttribute('aria-disabled', 'false');
    },
  );

  it('a cancelled upload does not replace a file that was chosen after it', async () => {
    const letGo = hold('uploadFile');
    await choose();
    await press('Cancelar envio');
    await expectText(/a\.zip/, stored);
    await choose(new File(['PK c.zip'], 'c.zip'));
    letGo();
    await expectText(MATCH, stored);
    await expectText(/c\.zip/, stored);
    await expect.element(page.getByText(CANCELLED)).not.toBeInTheDocument();
  });
});

describe('an upload without a usable answer', () => {
  it('keeps the previous file after a network error during the upload, and can retry it', async () => {
    cut('uploadFile');
    const letGo = hold('uploadFile');
    await choose();
    letGo();
    await expectText('Erro de rede ao enviar arquivo', failure);
    await expectText(/a\.zip/, stored);
    answerWith('uploadFile', () => {
      stores();
      return Response.json(answered);
    });
    await press('Enviar novamente', failure);
    await expectText(MATCH, stored);
    await expectText(/b\.zip/, stored);
  });

  it.each([
    ['nothing', () => Response.error()],
    [
      'a 503',
      () => Response.json({ message: 'm', code: 'outcome-unknown', requestId: 'r' }, { status: 503 }),
    ],
    ['a proxy’s page', () => new Response('<html>', { status: 502 })],
    ['half an answer', () => new Response('{"sha256":')],
  ])('shows a file as stored when the server stored it but answered with %s', async (_what, response) => {
    answerWith('uploadFile', () => {
      stores();
      return response();
    });
    const letGo = hold('uploadFile');
    await choose();
    letGo();
    await expectText(FAILED, stored);
    await expectText(MATCH, stored);
    await expectText('Erro no upload', toast);
    await expect.element(failure).not.toBeInTheDocument();
  });

  it('keeps the previous file after a 503 of a server that stored nothing', async () => {
    refuse('uploadFile', 'unavailable', { message: 'Indisponível.' });
    const letGo = hold('uploadFile');
    await choose();
    letGo();
    await expectText('Indisponível.', failure);
    await expectText(/a\.zip/, stored);
  });

  it('shows no stored file until the server is reachable again, and then the one it holds', async () => {
    cut('uploadFile');
    const letGo = hold('uploadFile');
    await choose();
    cut('getRegistration');
    letGo();
    await expectText('O servidor não respondeu');
    await expect.element(stored).not.toBeInTheDocument();
    await expect.element(next).toHaveAttribute('aria-disabled', 'true');
    stores();
    leaveToMock('getRegistration');
    window.dispatchEvent(new Event('online'));
    await expectText(FAILED, stored);
  });
});

it('the upload step shows a file that another tab has sent', async () => {
  stores();
  tell('registration', { id: row.id, status: 'submitted', statusUpdatedAt: row.statusUpdatedAt });
  await expectText(/b\.zip/, stored);
  await expectText(sha256, stored);
});
