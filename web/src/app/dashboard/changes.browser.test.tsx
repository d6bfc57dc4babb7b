import { expect, it } from 'vitest';
import { anEvidence, aPayable, aUser, figuresOf, pageOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { article, dialog, fits, press, widen } from '../../testing/screen.ts';
import { answer } from '../../testing/server.ts';

const sentAgain = aPayable({
  canPay: false,
  status: 'submitted',
  canResubmit: true,
  correctionReason: 'Falta o código do servidor',
  hasEarlierFile: true,
  paymentPaidAt: '2026-11-01T12:00:00.000Z',
});

it('[changes-owner] an owner who sends a file again sees what changed in it', async () => {
  answer('listRegistrations', pageOf([sentAgain]));
  answer('getRegistrationStats', figuresOf());
  answer('getRegistration', sentAgain);
  answer('listHolders', pageOf([], 100));
  answer('getRegistrationHistory', pageOf([], 100));
  answer('getEvidence', anEvidence({ registrationId: sentAgain.id, number: null, status: null }));
  answer('listChanges', {
    ...pageOf([], 50),
    added: 0,
    removed: 0,
    changed: 0,
    earlier: { fileName: 'v1.zip', size: 1, sha256: 'cd'.repeat(32), attachedAt: '2026-11-12T15:00:00.000Z' },
  });
  await widen(360);
  open('/dashboard', aUser());
  await press('Ver Detalhes', article(sentAgain.title));
  await expect
    .element(dialog.getByText('Nenhum arquivo mudou, em relação a v1.zip de 12/11/2026'))
    .toBeVisible();
  await expect
    .element(dialog.getByText('O arquivo anterior fica guardado até o fim da análise.'))
    .toBeVisible();
  await expect.poll(() => fits()).toBe(true);
});
