import { type Selectable, sql } from 'kysely';
import type { AssignmentNotice as Notice } from '#tables';
import type { AssignmentNotice } from '../domain/assignment-notices.ts';
import { type AssignmentDigest, assignmentsMail, MAX_LISTED } from '../domain/mails/assignments.ts';
import type { Database, Tx } from '../store.ts';
import { lockExistingAccounts, queueMail } from './mails.ts';

/** Sorts before the id of any event. */
const NIL = '00000000-0000-0000-0000-000000000000';

/**
 * Merges an assignment event into the notice for the operator; unknown operators are ignored. Events may arrive in any
 * order: the oldest one gives the former state, the newest one the current state. The digest reports the difference.
 */
export async function recordAssignment(tx: Tx, notice: AssignmentNotice, now: Date): Promise<void> {
  const { operatorId, registrationId, userId, title, eventId, isTheirs, needsNoMail } = notice;
  const [owner = null] = await lockExistingAccounts(tx, userId ? [userId] : []);
  const [before, first] = needsNoMail ? [isTheirs, NIL] : [!isTheirs, eventId];
  await sql`
    INSERT INTO assignment_notices AS n
      (operator_id, registration_id, user_id, title, was_theirs, is_theirs, first_event, last_event, since)
    SELECT id, ${registrationId}::uuid, ${owner}::uuid, ${title}, ${before}::boolean, ${isTheirs}::boolean, ${first}::uuid,
      ${eventId}::uuid, ${now}::timestamptz
    FROM users WHERE id = ${operatorId}
    ON CONFLICT (operator_id, registration_id) DO UPDATE SET ${needsNoMail ? UPDATE_KNOWN : UPDATE_NEW}`.execute(
    tx,
  );
}

/** A change that needs no mail resets the notice, unless the notice contains a newer event. */
const UPDATE_KNOWN = sql`
  was_theirs = excluded.was_theirs, is_theirs = excluded.is_theirs, first_event = excluded.first_event,
  last_event = excluded.last_event
  WHERE excluded.last_event > n.last_event`;

const UPDATE_NEW = sql`
  title = excluded.title, user_id = excluded.user_id,
  was_theirs = CASE WHEN excluded.first_event < n.first_event THEN excluded.was_theirs ELSE n.was_theirs END,
  is_theirs = CASE WHEN excluded.last_event > n.last_event THEN excluded.is_theirs ELSE n.is_theirs END,
  first_event = least(n.first_event, excluded.first_event),
  last_event = greatest(n.last_event, excluded.last_event),
  since = CASE WHEN n.was_theirs = n.is_theirs THEN excluded.since ELSE n.since END`;

/** Clears the notices about registrations that a person lost by no longer being an operator. */
export async function clearAssignments(
  tx: Tx,
  operatorId: string,
  registrationIds: string[],
  eventId: string,
): Promise<void> {
  if (registrationIds.length === 0) return;
  await tx
    .updateTable('assignmentNotices')
    .set({ wasTheirs: false, isTheirs: false, firstEvent: NIL, lastEvent: eventId })
    .where('operatorId', '=', operatorId)
    .where('registrationId', 'in', registrationIds)
    .where('lastEvent', '<', eventId)
    .execute();
}

/** Queues one digest without notices that cancel out. @returns false if none was due or another replica is at it */
export const queueDigest = (db: Database, publicUrl: string, until: Date, now: Date): Promise<boolean> =>
  db.tx(async (tx) => {
    const lock = sql<{ held: boolean }>`
      SELECT pg_try_advisory_xact_lock(hashtextextended('assignment-digests', 0)) AS held`;
    if (!(await lock.execute(tx)).rows[0]?.held) return false;
    const due = await tx
      .selectFrom('assignmentNotices')
      .select('operatorId')
      .whereRef('wasTheirs', '<>', 'isTheirs')
      .where('since', '<=', until)
      .orderBy('since')
      .limit(1)
      .executeTakeFirst();
    if (!due) return false;
    const notices = await takeNotices(tx, due.operatorId);
    const [last] = notices.map(({ lastEvent }) => lastEvent).toSorted((a, b) => (a < b ? 1 : -1));
    const person = await tx
      .selectFrom('users')
      .select(['id', 'email', 'firstName'])
      .where('id', '=', due.operatorId)
      .where('isActive', '=', true)
      .where('role', '<>', 'client')
      .executeTakeFirst();
    if (person && last) {
      const owners = notices.flatMap(({ userId }) => userId ?? []);
      const about = await lockExistingAccounts(tx, owners);
      const mail = assignmentsMail(person.firstName, digestOf(notices), publicUrl);
      await queueMail(tx, person, `assignments:${last}`, mail, now, about);
    }
    return true;
  });

type MailedNotice = Pick<
  Selectable<Notice>,
  'registrationId' | 'userId' | 'title' | 'isTheirs' | 'lastEvent'
> & { total: number };

/** Marks notices as mailed. @returns the first MAX_LISTED of each kind (assigned, taken away), with its total */
async function takeNotices(tx: Tx, operatorId: string): Promise<MailedNotice[]> {
  const taken = sql<MailedNotice>`
    WITH mailed AS (
      UPDATE assignment_notices SET was_theirs = is_theirs, first_event = ${NIL}
      WHERE operator_id = ${operatorId} AND was_theirs <> is_theirs
      RETURNING registration_id, user_id, title, is_theirs, last_event)
    SELECT * FROM (
      SELECT mailed.*, count(*) OVER kind AS total,
        row_number() OVER (PARTITION BY is_theirs ORDER BY last_event, registration_id) AS place
      FROM mailed WINDOW kind AS (PARTITION BY is_theirs)) placed
    WHERE place <= ${MAX_LISTED} ORDER BY place`;
  return (await taken.execute(tx)).rows;
}

function digestOf(notices: MailedNotice[]): AssignmentDigest {
  const part = (isTheirs: boolean): AssignmentDigest['given'] => {
    const items = notices.filter((one) => one.isTheirs === isTheirs);
    return { items, total: items[0]?.total ?? 0 };
  };
  return { given: part(true), lost: part(false) };
}
