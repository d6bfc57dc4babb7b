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
const says = (text: string | RegExp, where: Pick<Locator, 'getByText'> = page) =>
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
  await says(/a\.zip/, stored);
});

describe('a cancelled upload', () => {
  it('leaves the previously stored file on the screen', async () => {
    hold('uploadFile');
    await choose();
    await press('Cancelar envio');
    await says(/a\.zip/, stored);
    await expect.element(failure).not.toBeInTheDocument();
    await expect.element(page.getByText(MATCH)).not.toBeInTheDocument();
    await says(row.sha256 ?? '', stored);
  });

  it.each(['before it was asked', 'only after it was asked'])(
    'that the server stored anyway (%s) is shown as stored, with an explanation',
    async (when) => {
      hold('uploadFile');
      await choose();
      if (when === 'before it was asked') stores();
      await press('Cancelar envio');
      if (when !== 'before it was asked') {
        await says(/a\.zip/, stored);
        stores();
      }
      await says(CANCELLED, stored);
      await says(MATCH, stored);
      await says(/b\.zip/, stored);
      await expect.element(next).toHaveAttribute('aria-disabled', 'false');
    },
  );

  it('does not replace another file that was chosen after it', async () => {
    const letGo = hold('uploadFile');
    await choose();
    await press('Cancelar envio');
    await says(/a\.zip/, stored);
    await choose(new File(['PK c.zip'], 'c.zip'));
    letGo();
    await says(MATCH, stored);
    await says(/c\.zip/, stored);
    await expect.element(page.getByText(CANCELLED)).not.toBeInTheDocument();
  });
});

describe('an upload without a usable answer', () => {
  it('keeps the previous file after a network error in the middle, and can be retried', async () => {
    cut('uploadFile');
    const letGo = hold('uploadFile');
    await choose();
    letGo();
    await says('Erro de rede ao enviar arquivo', failure);
    await says(/a\.zip/, stored);
    answerWith('uploadFile', () => {
      stores();
      return Response.json(answered);
    });
    await press('Enviar novamente', failure);
    await says(MATCH, stored);
    await says(/b\.zip/, stored);
  });

  it.each([
    ['nothing', () => Response.error()],
    [
      'a 503',
      () => Response.json({ message: 'm', code: 'outcome-unknown', requestId: 'r' }, { status: 503 }),
    ],
    ['a proxy’s page', () => new Response('<html>', { status: 502 })],
    ['half an answer', () => new Response('{"sha256":')],
  ])('is shown as stored if it was stored, with %s as the answer', async (_what, response) => {
    answerWith('uploadFile', () => {
      stores();
      return response();
    });
    const letGo = hold('uploadFile');
    await choose();
    letGo();
    await says(FAILED, stored);
    await says(MATCH, stored);
    await says('Erro no upload', toast);
    await expect.element(failure).not.toBeInTheDocument();
  });

  it('keeps the previous file after a 503 of a server that did nothing', async () => {
    refuse('uploadFile', 'unavailable', { message: 'Indisponível.' });
    const letGo = hold('uploadFile');
    await choose();
    letGo();
    await says('Indisponível.', failure);
    await says(/a\.zip/, stored);
  });

  it('shows no stored file until the server is reachable again, and then the one it holds', async () => {
    cut('uploadFile');
    const letGo = hold('uploadFile');
    await choose();
    cut('getRegistration');
    letGo();
    await says('O servidor não respondeu');
    await expect.element(stored).not.toBeInTheDocument();
    await expect.element(next).toHaveAttribute('aria-disabled', 'true');
    stores();
    leaveToMock('getRegistration');
    window.dispatchEvent(new Event('online'));
    await says(FAILED, stored);
  });
});

it('the upload step shows a file that another tab has sent', async () => {
  stores();
  tell('registration', { id: row.id, status: 'submitted', statusUpdatedAt: row.statusUpdatedAt });
  await says(/b\.zip/, stored);
  await says(sha256, stored);
});
