import { newId } from '@g2/kit/ids';
import { eventually } from '@g2/kit/testing';
import { facts } from '@g2/proto/facts';
import { PaymentAlert } from '@g2/proto/payment';
import { AssignmentChanged, StaffMessageWaiting } from '@g2/proto/registration';
import { expect, it } from 'vitest';
import { openMailbox } from './mailbox.ts';
import { newPerson, ownWorld, PASSWORD, type Person } from './world.ts';

const world = await ownWorld();
const mailbox = await openMailbox(world);
const admin = await newPerson(world, 'admin');
const operator = await newPerson(world, 'operator');

/** How many mails, and notices of which none is made yet, say this. */
async function told(text: string): Promise<number> {
  const { rows } = await world.db.query(
    `SELECT (SELECT count(*) FROM outgoing_emails WHERE subject || body LIKE '%' || $1 || '%')::int
       + (SELECT count(*) FROM assignment_notices WHERE title LIKE '%' || $1 || '%')::int AS count`,
    [text],
  );
  return rows[0].count;
}

/** The staff hear of what somebody wrote and pays, and of an assignment. @returns the title they all say */
async function tellStaff(person: Person): Promise<string> {
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
  await eventually('all is told', async () => (await told(title)) === (admins.rowCount ?? 0) + 2);
  return title;
}

it('what the staff are told of an account goes with it, by whoever’s hand; and of no other', async () => {
  const [own, deleted, other] = [await newPerson(world), await newPerson(world), await newPerson(world)];
  const [ownTitle, deletedTitle, otherTitle] = [
    await tellStaff(own),
    await tellStaff(deleted),
    await tellStaff(other),
  ];
  await world.rpc.deleteOwnAccount({ currentPassword: PASSWORD }, { token: own.token });
  await world.rpc.deleteUser({ id: deleted.id }, { token: admin.token });
  expect([await told(ownTitle), await told(deletedTitle)]).toEqual([0, 0]);
  expect(await told(otherTitle)).toBeGreaterThan(0);
});
