import { newId } from '@g2/kit/ids';
import { eventually } from '@g2/kit/testing';
import { facts } from '@g2/proto/facts';
import { PaymentAlert } from '@g2/proto/payment';
import { AssignmentChanged, StaffMessageWaiting } from '@g2/proto/registration';
import { expect, it } from 'vitest';
import { openMailbox } from './mailbox.ts';
import { newPerson, PASSWORD, type Person, testServiceForFile } from './world.ts';

const world = await testServiceForFile();
const mailbox = await openMailbox(world);
const admin = await newPerson(world, 'admin');
const operator = await newPerson(world, 'operator');

/** Number of mails and pending notices that contain the text. */
async function countMentions(text: string): Promise<number> {
  const { rows } = await world.db.query(
    `SELECT (SELECT count(*) FROM outgoing_emails WHERE subject || body LIKE '%' || $1 || '%')::int
       + (SELECT count(*) FROM assignment_notices WHERE title LIKE '%' || $1 || '%')::int AS count`,
    [text],
  );
  return rows[0].count;
}

/**
 * Sends the staff a message, a payment alert and an assignment about a person.
 * @returns the title that each of them contains
 */
async function notifyStaff(person: Person): Promise<string> {
  const title = `Programa ${newId()}`;
  const about = { registrationId: newId(), userId: person.id, title };
  const { id: operatorId } = operator;
  await mailbox.tell(facts.staffMessageWaiting, StaffMessageWaiting.create({ ...about, operatorId }));
  await mailbox.tell(
    facts.paymentAlert,
    PaymentAlert.create({ kind: 'refund-failed', text: 'Veja', userId: person.id, title }),
  );
  await mailbox.tell(
    facts.assignmentChanged,
    AssignmentChanged.create({ ...about, operatorId, by: admin.id }),
  );
  const admins = await world.db.query("SELECT FROM users WHERE role = 'admin' AND is_active");
  await eventually(
    'all mails are queued',
    async () => (await countMentions(title)) === (admins.rowCount ?? 0) + 2,
  );
  return title;
}

it('deletes the mails and notices to the staff about an account with the account', async () => {
  const [own, deleted, other] = [await newPerson(world), await newPerson(world), await newPerson(world)];
  const [ownTitle, deletedTitle, otherTitle] = [
    await notifyStaff(own),
    await notifyStaff(deleted),
    await notifyStaff(other),
  ];
  await world.rpc.deleteOwnAccount({ currentPassword: PASSWORD }, { token: own.token });
  await world.rpc.deleteUser({ id: deleted.id }, { token: admin.token });
  expect([await countMentions(ownTitle), await countMentions(deletedTitle)]).toEqual([0, 0]);
  expect(await countMentions(otherTitle)).toBeGreaterThan(0);
});
