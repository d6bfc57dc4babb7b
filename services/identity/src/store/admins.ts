import { sql } from 'kysely';
import { becameAdmin, newAdmin } from '../domain/mails/staff.ts';
import type { UserState } from '../domain/user.ts';
import type { MailContext, Tx } from '../store.ts';
import { activeAdmins, queueMail } from './mails.ts';

/** Mails the new admin and all other active admins, in the transaction of the change. */
export async function mailNewAdmin(tx: Tx, user: UserState, { now, publicUrl }: MailContext): Promise<void> {
  const key = (recipientId: string) => `new-admin:${user.id}:${user.version}:${recipientId}`;
  await queueMail(tx, user, key(user.id), becameAdmin(user.firstName, publicUrl), now);
  for (const admin of await activeAdmins(tx)) {
    if (admin.id === user.id) continue;
    await queueMail(tx, admin, key(admin.id), newAdmin(admin.firstName, user, publicUrl), now, [user.id]);
  }
}

/** True when the trail has a promotion or reactivation of an admin before the one in this transaction. */
export async function wasAdminMadeBefore(tx: Tx): Promise<boolean> {
  const made = await tx
    .selectFrom('audit')
    .select('id')
    .where((eb) =>
      eb.or([
        eb.and([eb('action', '=', 'role-changed'), eb(sql`detail->>'to'`, '=', 'admin')]),
        eb.and([eb('action', '=', 'account-reactivated'), eb(sql`detail->>'role'`, '=', 'admin')]),
      ]),
    )
    .limit(2)
    .execute();
  return made.length > 1;
}
