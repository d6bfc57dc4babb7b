import { sql } from 'kysely';
import { anyUuid, type Database } from '../store.ts';

/** Returns at most one payment per registration. */
export const settledPayments = (db: Database, registrationIds: string[]) =>
  db
    .selectFrom('registrationPayments')
    .select(['registrationId', 'id as paymentId', 'refundedAmount'])
    .select(
      sql<string>`CASE method WHEN 'card' THEN coalesce(provider_method, 'card') ELSE method END`.as(
        'method',
      ),
    )
    .where('registrationId', '=', anyUuid(registrationIds))
    .where('settledAt', 'is not', null)
    .execute();
