import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { anEvidence, aPayableRegistration, aUser, noMessages, pageOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { hasNoHorizontalScroll, region, setViewport } from '../../testing/screen.ts';
import { answer } from '../../testing/server.ts';

const owner = aUser();
const taken = aPayableRegistration({
  userId: owner.id,
  title: 'Agenda',
  canPay: false,
  canEdit: true,
  fileTaken: true,
});

it('[file-taken] offers no payment once another client has paid for the same file', async () => {
  answer('getRegistration', taken);
  answer('getRegistrationHistory', pageOf([], 100));
  answer('listHolders', pageOf([], 100));
  answer('listMessages', noMessages);
  answer('readMessages');
  answer('listVersions', pageOf([taken], 100));
  answer('getEvidence', anEvidence({ registrationId: taken.id }));
  open(`/registros/${taken.id}`, owner);
  const next = region('Próximo passo');
  await expect
    .element(next.getByText(/Outra pessoa registrou e pagou este mesmo arquivo antes/))
    .toBeVisible();
  await expect.element(next.getByRole('link', { name: 'Fale conosco' })).toHaveAttribute('href', '/help');
  await expect.element(page.getByRole('link', { name: /Enviar|Continuar/ }).first()).toBeVisible();
  expect(page.getByRole('button', { name: /^Pagar/ }).elements()).toEqual([]);
  await setViewport(360);
  await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
});
