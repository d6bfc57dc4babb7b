import { userOf } from '@g2/kit/actor';
import { withoutNulls } from '@g2/kit/nulls';
import { pageBounds } from '@g2/terms/pages';
import type { Deps, RegistrationRpcs } from '../deps.ts';
import { remindableFrom } from '../domain/reminders.ts';
import { listUnpaidFiles, recordReminder, type UnpaidFile } from '../store/reminders.ts';
import { idOf } from './visible-registration.ts';

const toMessage = (row: UnpaidFile) => ({
  ...withoutNulls({ ...row, remindableFrom: remindableFrom(row.remindedAt) }),
  fileName: row.fileName ?? '',
});

export const reminderRpcs = ({ db, clock }: Deps) =>
  ({
    listUnpaidFiles: {
      allow: ['admin'],
      async run({ page }) {
        const { items, ...totals } = await listUnpaidFiles(db, pageBounds(page));
        return { items: items.map(toMessage), ...totals };
      },
    },
    remindOfPayment: {
      allow: ['admin'],
      async run(request, call) {
        const now = clock();
        await recordReminder(db, idOf(request.id), userOf(call.actor), now);
        return { remindedAt: now, remindableFrom: remindableFrom(now) ?? undefined };
      },
    },
  }) satisfies RegistrationRpcs;
