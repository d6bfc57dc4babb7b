import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { serveCards } from '../../testing/client.ts';
import { anIntent } from '../../testing/payments.ts';
import { aPayableRegistration, aRegistration, aUser, pageOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { press, toast } from '../../testing/screen.ts';
import { answer, answerWith, callsOf } from '../../testing/server.ts';

const user = aUser();
const storedRegistration = aPayableRegistration({ userId: user.id });
const expectStep = (name: string) =>
  expect.element(page.getByRole('heading', { level: 2, name })).toBeVisible();
const [BASIC, UPLOAD, HOLDERS] = [
  'Informações básicas',
  'Upload do arquivo',
  'Titulares de direitos',
] as const;

const FILE = 'PK\u0003\u0004 code';
const FILE_SHA256 = 'e7a5c73919a52c9c8133d87f5cfdfde4d210d3cc17da438d034f23e434b6afc4';

beforeEach(() => {
  answer('listRegistrations', pageOf([]));
  answer('getRegistration', storedRegistration);
  answer('updateRegistration', storedRegistration);
  answer('listHolders', pageOf([], 100));
  answer('getOpenPayment', { intent: null, payer: null });
});

it('[wizard-back] goes back to the first step and forward again without another upload', async () => {
  open(`/register?id=${storedRegistration.id}&step=holders`, user);
  await expectStep(HOLDERS);
  for (const [button, name] of [
    ['Voltar', UPLOAD],
    ['Voltar', BASIC],
    ['Próximo', UPLOAD],
    ['Próximo', HOLDERS],
  ] as const) {
    await press(button);
    await expectStep(name);
  }
  expect([...callsOf('uploadFile'), ...callsOf('beginUpload')]).toEqual([]);
});

it('[wizard-finished] the last step confirms that the registration is concluded', async () => {
  // The last view starts a payment immediately.
  answer('createPaymentIntent', anIntent());
  serveCards();
  open(`/register?id=${storedRegistration.id}&step=holders`, user);
  await press('Concluir Registro');
  await expect.element(toast.getByText('Registro concluído')).toBeVisible();
});

it('[wizard-upload-reads] the wizard reads the registration again after the upload', async () => {
  const draftRegistration = aRegistration({ userId: user.id });
  answer('getRegistration', draftRegistration);
  let readsBeforeAnswer = Number.NaN;
  answerWith('uploadFile', () => {
    readsBeforeAnswer = callsOf('getRegistration').length;
    const received = { ...storedRegistration, id: draftRegistration.id, sha256: FILE_SHA256 };
    answer('getRegistration', received);
    return Response.json(received);
  });
  open(`/register?id=${draftRegistration.id}&step=upload`, user);
  await expectStep(UPLOAD);
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  const transfer = new DataTransfer();
  transfer.items.add(new File([FILE], 'fonte.zip', { type: 'application/zip' }));
  if (input !== null) input.files = transfer.files;
  input?.dispatchEvent(new Event('change', { bubbles: true }));
  await expect.poll(() => callsOf('getRegistration').length > readsBeforeAnswer).toBe(true);
  await expect.element(page.getByRole('button', { name: 'Próximo' })).toBeEnabled();
});
