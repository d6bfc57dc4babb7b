import { expect, it } from 'vitest';
import {
  anEvidence,
  aPayableRegistration,
  aUser,
  pageOf,
  registrationStatsOf,
} from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { article, dialog, hasNoHorizontalScroll, press, setViewport } from '../../testing/screen.ts';
import { answer } from '../../testing/server.ts';

const resubmitted = aPayableRegistration({
  canPay: false,
  status: 'submitted',
  canResubmit: true,
  correctionReason: 'Falta o código do servidor',
  hasEarlierFile: true,
  paymentPaidAt: '2026-11-01T12:00:00.000Z',
});

it('[changes-owner] an owner who has replaced the file sees the changes between both files', async () => {
  answer('listRegistrations', pageOf([resubmitted]));
  answer('getRegistrationStats', registrationStatsOf());
  answer('getRegistration', resubmitted);
  answer('listHolders', pageOf([], 100));
  answer('getRegistrationHistory', pageOf([], 100));
  answer('getEvidence', anEvidence({ registrationId: resubmitted.id, number: null, status: null }));
  answer('listChanges', {
    ...pageOf([], 50),
    added: 0,
    removed: 0,
    changed: 0,
    earlier: { fileName: 'v1.zip', size: 1, sha256: 'cd'.repeat(32), attachedAt: '2026-11-12T15:00:00.000Z' },
  });
  await setViewport(360);
  open('/dashboard', aUser());
  await press('Ver Detalhes', article(resubmitted.title));
  await expect
    .element(dialog.getByText('Nenhum arquivo mudou, em relação a v1.zip de 12/11/2026'))
    .toBeVisible();
  await expect
    .element(dialog.getByText('O arquivo anterior fica guardado até o fim da análise.'))
    .toBeVisible();
  await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
});
