import type { Role } from '@g2/kit/actor';
import { newId } from '@g2/kit/ids';
import { eventually } from '@g2/kit/testing';
import { facts } from '@g2/proto/facts';
import { AssignmentChanged } from '@g2/proto/registration';
import { describe, expect, it } from 'vitest';
import { openMailbox, redeliver, WELCOME } from './mailbox.ts';
import { newPerson, type Person, testServiceForFile } from './world.ts';

// The wait is so long that no digest is due before a test makes it due.
const world = await testServiceForFile({ ASSIGNMENT_DIGEST_MS: '3600000' });
const mailbox = await openMailbox(world);
const admin = await newPerson(world, 'admin');

type Change = { operatorId?: string; before?: string; by?: string; title?: string };
const change = (registrationId: string, { by = admin.id, title = 'Agenda', ...data }: Change) =>
  AssignmentChanged.create({ registrationId, title, by, userId: newId(), ...data });

/** Publishes an assignment change and waits until it is handled. */
async function publishChange(
  registrationId: string,
  data: Change,
  eventId = newId(),
  time = new Date(),
): Promise<string> {
  await mailbox.tell(facts.assignmentChanged, change(registrationId, data), eventId, time);
  await handled(eventId);
  return eventId;
}
const handled = (eventId: string) =>
  eventually('handled', async () => {
    const { rowCount } = await world.db.query('SELECT 1 FROM inbox WHERE event_id = $1', [eventId]);
    return rowCount === 1;
  });

/** Makes all notices due and waits until their digests are queued. */
async function sendDigests(): Promise<void> {
  await world.db.query("UPDATE assignment_notices SET since = since - interval '2 hours'");
  await eventually('nothing is left to tell', async () => {
    const { rowCount } = await world.db.query(
      'SELECT 1 FROM assignment_notices WHERE was_theirs <> is_theirs',
    );
    return rowCount === 0;
  });
}
const subjects = async ({ email }: Person) =>
  (await mailbox.inbox(email)).map(({ subject }) => subject).filter((subject) => subject !== WELCOME);
const operator = (role: Role = 'operator') => newPerson(world, role);

describe('the digest mail about assignments', () => {
  it('lists twelve registrations in one mail, ten of them by name', async () => {
    const person = await operator();
    const ids = Array.from({ length: 12 }, newId);
    for (const [at, id] of ids.entries())
      await publishChange(id, { operatorId: person.id, title: `App ${at}` });
    expect(await subjects(person)).toEqual([]);
    await sendDigests();
    const { text } = await mailbox.arrives(person.email, '12 registros atribuídos a você');
    expect(text).toContain(`/operator/registrations/${ids[0]}`);
    expect(text.match(/^– App/gm)).toHaveLength(10);
    expect(text).toContain('… e mais 2.');
    await publishChange(newId(), { operatorId: person.id });
    await sendDigests();
    await mailbox.arrives(person.email, 'Registro atribuído a você: Agenda');
    expect(await subjects(person)).toHaveLength(2);
  });

  it('omits changes that cancel out, in any order of events', async () => {
    const person = await operator();
    const [undone, crossed, back] = [newId(), newId(), newId()];
    await publishChange(undone, { operatorId: person.id });
    await publishChange(undone, { before: person.id });
    const [first = '', second = ''] = [newId(), newId()].toSorted();
    await publishChange(crossed, { before: person.id }, second);
    await publishChange(crossed, { operatorId: person.id }, first);
    // The registration is taken away and given back.
    await publishChange(back, { before: person.id, operatorId: admin.id });
    await publishChange(back, { before: admin.id, operatorId: person.id });
    const reported = newId();
    await publishChange(reported, { operatorId: person.id, title: 'Só este' });
    await sendDigests();
    await mailbox.arrives(person.email, 'Registro atribuído a você: Só este');
    expect(await subjects(person)).toHaveLength(1);
  });

  it('ignores repeated and late events', async () => {
    const person = await operator();
    const id = newId();
    const [early = '', given = ''] = [newId(), newId()].toSorted();
    await publishChange(id, { operatorId: person.id }, given);
    await sendDigests();
    await mailbox.arrives(person.email, 'Registro atribuído a você: Agenda');
    // The event is repeated after its inbox row was deleted; then an event older than the mailed one arrives.
    await world.db.query('DELETE FROM inbox WHERE event_id = $1', [given]);
    await redeliver(world, facts.assignmentChanged, change(id, { operatorId: person.id }), given);
    await publishChange(id, { before: person.id }, early);
    await publishChange(newId(), { operatorId: person.id }, newId(), new Date(Date.now() - 25 * 3_600_000));
    await sendDigests();
    expect(await subjects(person)).toHaveLength(1);
  });

  it('reports lost registrations to the former operator but no changes to their author', async () => {
    const [loser, taker] = [await operator(), await operator()];
    const id = newId();
    await publishChange(id, { operatorId: loser.id, by: loser.id });
    await publishChange(id, { operatorId: taker.id, before: loser.id, by: taker.id, title: 'Tomado' });
    // Events of an earlier version have no author.
    const old = AssignmentChanged.create({ registrationId: newId(), operatorId: loser.id });
    const eventId = newId();
    await mailbox.tell(facts.assignmentChanged, old, eventId);
    await handled(eventId);
    await sendDigests();
    const { text } = await mailbox.arrives(loser.email, 'Registro que não está mais com você: Tomado');
    expect(text).not.toContain(taker.id);
    expect(await subjects(loser)).toHaveLength(1);
    expect(await subjects(taker)).toEqual([]);
  });

  it('is not sent to inactive, demoted and deleted operators or about dropped assignments', async () => {
    const [inactive, client, dropped] = [await operator(), await operator(), await operator()];
    for (const { id } of [inactive, client, dropped]) await publishChange(newId(), { operatorId: id });
    await world.db.query('UPDATE users SET is_active = false WHERE id = $1', [inactive.id]);
    await world.db.query("UPDATE users SET role = 'client' WHERE id = $1", [client.id]);
    const { rows } = await world.db.query<{ id: string }>(
      'SELECT registration_id AS id FROM assignment_notices WHERE operator_id = $1',
      [dropped.id],
    );
    const eventId = newId();
    const registrationIds = rows.map(({ id }) => id);
    await mailbox.tell(facts.assignmentsDropped, { operatorId: dropped.id, registrationIds }, eventId);
    await handled(eventId);
    await publishChange(newId(), { operatorId: newId(), before: 'no-uuid' });
    await sendDigests();
    for (const person of [inactive, client, dropped]) expect(await subjects(person)).toEqual([]);
  });

  it('is sent once despite concurrent events', async () => {
    const person = await operator();
    const id = newId();
    const [one = '', two = ''] = [newId(), newId()].toSorted();
    await Promise.all([
      publishChange(id, { operatorId: person.id, before: admin.id, by: newId() }, one),
      publishChange(id, { operatorId: admin.id, before: person.id, by: newId() }, two),
      ...Array.from({ length: 20 }, () => publishChange(newId(), { operatorId: person.id })),
    ]);
    await sendDigests();
    await mailbox.arrives(person.email, '20 registros atribuídos a você');
    expect(await subjects(person)).toHaveLength(1);
    // The notices are kept for late events until the cleanup loop deletes them.
    const { rowCount } = await world.db.query('SELECT 1 FROM assignment_notices WHERE operator_id = $1', [
      person.id,
    ]);
    expect(rowCount).toBe(21);
  });
});
