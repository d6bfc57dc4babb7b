import { beforeEach, describe, expect, it } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import type { Db } from '../../mock/db.ts';
import { tell } from '../../testing/events.ts';
import { openMocked } from '../../testing/mock.ts';
import { aPayableRegistration, aUser } from '../../testing/records.ts';
import { press, region, toast } from '../../testing/screen.ts';
import {
  answerWith,
  failWithNetworkError,
  hold,
  leaveToMock,
  mockApi,
  refuse,
} from '../../testing/server.ts';
import { keepOnlyUploadsOf } from './upload-session.ts';

const HASHES_MATCH = 'Os dois hashes coincidem: o arquivo chegou intacto.';
const STORED_DESPITE_CANCEL = 'Você cancelou este envio, mas o servidor tem este arquivo guardado.';
const STORED_DESPITE_FAILURE = 'O envio pareceu falhar, mas o servidor tem este arquivo guardado.';
const user = aUser();
const storedPanel = region('Arquivo guardado');
const failurePanel = region('O envio não terminou');
const nextButton = page.getByRole('button', { name: 'Próximo' });
const expectText = (text: string | RegExp, where: Pick<Locator, 'getByText'> = page) =>
  expect.element(where.getByText(text, { exact: true }).first()).toBeVisible();

const FILE_BYTES = new TextEncoder().encode('PK b.zip');
const newFile = new File([FILE_BYTES], 'b.zip');
const sha256 = Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', FILE_BYTES)), (byte) =>
  byte.toString(16).padStart(2, '0'),
).join('');
const uploadAnswer = { sha256, fileName: newFile.name, fileSize: newFile.size };

let registration = aPayableRegistration();
let db: Db;

/** Makes the mock server store the file, independently of its response. */
const storeOnServer = () => Object.assign(db.registrations[0] ?? {}, uploadAnswer);

async function chooseFile(file = newFile): Promise<void> {
  const input = page.getByRole('main').element().querySelector<HTMLInputElement>('input[type=file]');
  const transfer = new DataTransfer();
  transfer.items.add(file);
  if (input !== null) input.files = transfer.files;
  input?.dispatchEvent(new Event('change', { bubbles: true }));
  await expect.element(page.getByRole('progressbar').first()).toBeVisible();
}

beforeEach(async () => {
  keepOnlyUploadsOf('no-account');
  registration = aPayableRegistration({ userId: user.id, fileName: 'a.zip' });
  db = mockApi({ user, registrations: [registration] });
  openMocked(`/register?id=${registration.id}&step=upload`, db);
  await expectText(/a\.zip/, storedPanel);
});

describe('a cancelled upload', () => {
  it('still shows the previously stored file', async () => {
    hold('uploadFile');
    await chooseFile();
    await press('Cancelar envio');
    await expectText(/a\.zip/, storedPanel);
    await expect.element(failurePanel).not.toBeInTheDocument();
    await expect.element(page.getByText(HASHES_MATCH)).not.toBeInTheDocument();
    await expectText(registration.sha256 ?? '', storedPanel);
  });

  it.each(['before the cancellation', 'after the cancellation'])(
    'shows the file of a cancelled upload when the server stored it %s',
    async (when) => {
      hold('uploadFile');
      await chooseFile();
      if (when === 'before the cancellation') storeOnServer();
      await press('Cancelar envio');
      if (when !== 'before the cancellation') {
        await expectText(/a\.zip/, storedPanel);
        storeOnServer();
      }
      await expectText(STORED_DESPITE_CANCEL, storedPanel);
      await expectText(HASHES_MATCH, storedPanel);
      await expectText(/b\.zip/, storedPanel);
      await expect.element(nextButton).toHaveAttribute('aria-disabled', 'false');
    },
  );

  it('a cancelled upload does not replace a file that was chosen after it', async () => {
    const release = hold('uploadFile');
    await chooseFile();
    await press('Cancelar envio');
    await expectText(/a\.zip/, storedPanel);
    await chooseFile(new File(['PK c.zip'], 'c.zip'));
    release();
    await expectText(HASHES_MATCH, storedPanel);
    await expectText(/c\.zip/, storedPanel);
    await expect.element(page.getByText(STORED_DESPITE_CANCEL)).not.toBeInTheDocument();
  });
});

describe('an upload without a usable answer', () => {
  it('still shows the previous file after a network error, and can retry the upload', async () => {
    failWithNetworkError('uploadFile');
    const release = hold('uploadFile');
    await chooseFile();
    release();
    await expectText('Erro de rede ao enviar arquivo', failurePanel);
    await expectText(/a\.zip/, storedPanel);
    answerWith('uploadFile', () => {
      storeOnServer();
      return Response.json(uploadAnswer);
    });
    await press('Enviar novamente', failurePanel);
    await expectText(HASHES_MATCH, storedPanel);
    await expectText(/b\.zip/, storedPanel);
  });

  it.each([
    ['no response', () => Response.error()],
    [
      'a 503',
      () => Response.json({ message: 'm', code: 'outcome-unknown', requestId: 'r' }, { status: 503 }),
    ],
    ['an HTML page of a proxy', () => new Response('<html>', { status: 502 })],
    ['an incomplete response', () => new Response('{"sha256":')],
  ])(
    'shows a file as stored when the server stored it and the browser received %s',
    async (_case, response) => {
      answerWith('uploadFile', () => {
        storeOnServer();
        return response();
      });
      const release = hold('uploadFile');
      await chooseFile();
      release();
      await expectText(STORED_DESPITE_FAILURE, storedPanel);
      await expectText(HASHES_MATCH, storedPanel);
      await expectText('Erro no upload', toast);
      await expect.element(failurePanel).not.toBeInTheDocument();
    },
  );

  it('still shows the previous file after a 503 when the server stored nothing', async () => {
    refuse('uploadFile', 'unavailable', { message: 'Indisponível.' });
    const release = hold('uploadFile');
    await chooseFile();
    release();
    await expectText('Indisponível.', failurePanel);
    await expectText(/a\.zip/, storedPanel);
  });

  it('shows no file while the server is unreachable, and then the file that the server stored', async () => {
    failWithNetworkError('uploadFile');
    const release = hold('uploadFile');
    await chooseFile();
    failWithNetworkError('getRegistration');
    release();
    await expectText('O servidor não respondeu');
    await expect.element(storedPanel).not.toBeInTheDocument();
    await expect.element(nextButton).toHaveAttribute('aria-disabled', 'true');
    storeOnServer();
    leaveToMock('getRegistration');
    window.dispatchEvent(new Event('online'));
    await expectText(STORED_DESPITE_FAILURE, storedPanel);
  });
});

it('the upload step shows a file that another tab has sent', async () => {
  storeOnServer();
  const { id, statusUpdatedAt } = registration;
  tell('registration', { id, status: 'submitted', statusUpdatedAt });
  await expectText(/b\.zip/, storedPanel);
  await expectText(sha256, storedPanel);
});
