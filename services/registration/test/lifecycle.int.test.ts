import { newId } from '@g2/kit/ids';
import { describe, expect, it } from 'vitest';
import { findRegistration } from '../src/store/reads.ts';
import { openStore, saveRegistration } from '../src/store.ts';
import { anyHash, codeOf, details, ownWorld, someone } from './world.ts';

const owner = someone();
const admin = someone('admin');
const operator = someone('operator');

const world = await ownWorld();

describe('the status machine through the rpcs', () => {
  it('lets an admin make only a legal transition, and only once', async () => {
    const { id } = await world.at(owner, 'paid');
    const set = (status: string) => world.as(admin).changeStatus({ id, status, expectedStatus: 'paid' });
    expect(await codeOf(set('completed'))).toBe('illegal-transition');
    expect((await world.as(admin).getRegistration({ id })).status).toBe('paid');
    expect((await set('reviewing')).status).toBe('reviewing');
    expect(await codeOf(set('reviewing'))).toBe('conflict');
  });

  it('accepts one of many concurrent approvals', async () => {
    const { id } = await world.at(owner, 'paid');
    const approve = () =>
      world.as(operator).operatorAction({ id, action: 'approve', expectedStatus: 'paid' });
    const done = await Promise.allSettled(Array.from({ length: 12 }, approve));
    expect(done.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    expect((await world.as(operator).getRegistration({ id })).status).toBe('reviewing');
    const { items } = await world.as(owner).getHistory({ id });
    expect(items.filter((one) => one.toStatus === 'reviewing')).toHaveLength(1);
  });

  it('refuses actions of staff on their own registration', async () => {
    const both = someone('admin');
    const { id, staff } = await world.at(both, 'paid');
    expect(staff?.allowedActions).toContain('approve');
    const own = await world.as(both).getRegistration({ id });
    expect(own.staff).toMatchObject({ allowedActions: [], allowedTransitions: [] });
    expect(await codeOf(world.as(both).operatorAction({ id, action: 'approve' }))).toBe('own-registration');
    expect(await codeOf(world.as(both).operatorAction({ id, action: 'add_notes', notes: 'x' }))).toBe(
      'own-registration',
    );
    expect(await codeOf(world.as(both).changeStatus({ id, status: 'reviewing' }))).toBe('own-registration');
  });
});

describe('two concurrent changes of one registration', () => {
  it('both succeed if they do not conflict', async () => {
    const { id } = await world.create(owner);
    const gate = await world.pool.connect();
    try {
      await gate.query('BEGIN');
      await gate.query('SELECT FROM registrations WHERE id = $1 FOR UPDATE', [id]);
      const edits = [{ title: 'Um' }, { description: 'Dois' }].map((patch) =>
        world.as(owner).updateRegistration({ id, ...patch }),
      );
      await world.blocked(2);
      await gate.query('COMMIT');
      await Promise.all(edits);
    } finally {
      gate.release();
    }
    const { details: reported } = await world.as(owner).getRegistration({ id });
    expect(reported).toMatchObject({ title: 'Um', description: 'Dois' });
  });

  it('are refused if the decision was made on an outdated state', async () => {
    const { id } = await world.create(owner);
    const db = openStore({ DATABASE_URL: world.env.DATABASE_URL ?? '', DATABASE_POOL: 2 });
    try {
      const read = await findRegistration(db, id);
      if (!read) throw new Error('not there');
      await world.as(owner).updateRegistration({ id, title: 'Antes' });
      const late = { next: { ...read, details: { ...read.details, title: 'Depois' } }, facts: [] };
      await expect(db.tx((tx) => saveRegistration(tx, read, late))).rejects.toMatchObject({
        code: 'conflict',
      });
    } finally {
      await db.close();
    }
    expect((await world.as(owner).getRegistration({ id })).details?.title).toBe('Antes');
  });
});

describe('corrections', () => {
  it('are requested, edited and resubmitted without a second charge', async () => {
    const { id } = await world.at(owner, 'paid', 'reviewing', 'government_processing');
    const paid = await world.as(owner).getRegistration({ id });
    await world.as(operator).operatorAction({ id, action: 'request_corrections', notes: 'segredo' });
    const back = await world.as(owner).getRegistration({ id });
    expect(back).toMatchObject({ status: 'submitted', canPay: false, canEdit: true, canResubmit: true });
    expect(back.correctionReason).toBe('Correções solicitadas pela equipe');
    expect(back.staff).toBeUndefined();
    await world.as(owner).updateRegistration({ id, title: 'Corrigido' });
    expect(await codeOf(world.as(owner).deleteRegistration({ id }))).toBe('not-editable');
    const again = await world.as(owner).resubmit({ id });
    expect(again).toMatchObject({ status: 'paid', canResubmit: false, correctionReason: undefined });
    expect(again.paymentPaidAt).toEqual(paid.paymentPaidAt);
    await world.waitForEvents(id, 'registration.status_changed', 5);
    await world.drained();
    expect(world.of(id, 'registration.paid')).toHaveLength(1);
  });

  it('show whether anything changed since the latest request', async () => {
    const sha256 = anyHash();
    const { id } = await world.payable(owner, { sha256 });
    const move = async (...statuses: string[]) => {
      for (const status of statuses) await world.as(admin).changeStatus({ id, status });
    };
    const changed = async () => (await world.as(owner).getRegistration({ id })).changedSinceCorrection;
    await world.as(owner).updateRegistration({ id, title: 'Antes de pago' });
    expect(await changed()).toBe(false);
    await move('paid', 'reviewing', 'submitted');
    await world.as(owner).updateRegistration({ id, title: 'Antes de pago' });
    await world.upload(owner, id, { sha256 });
    expect(await changed()).toBe(false);

    const shares = { holderName: 'Ana', holderTaxId: '529.982.247-25', ownershipPercentage: 50 };
    let holderId = '';
    const corrections = {
      'a detail': () => world.as(owner).updateRegistration({ id, title: 'Corrigido' }),
      'the file': () => world.upload(owner, id),
      'a holder more': async () => {
        holderId = (await world.as(owner).addHolder({ registrationId: id, ...shares })).id;
      },
      'a holder changed': () =>
        world.as(owner).updateHolder({ registrationId: id, holderId, ownershipPercentage: 7 }),
      'a holder less': () => world.as(owner).removeHolder({ registrationId: id, holderId }),
    };
    for (const [what, correct] of Object.entries(corrections)) {
      await correct();
      expect([what, await changed()]).toEqual([what, true]);
      expect((await world.as(owner).resubmit({ id })).changedSinceCorrection).toBe(false);
      await move('reviewing', 'submitted');
      expect([what, await changed()]).toEqual([what, false]);
    }
  });

  it('show internal notes in the history to staff but not to the client', async () => {
    const { id } = await world.at(owner, 'paid');
    await world.as(operator).operatorAction({ id, action: 'approve', reason: 'ok', notes: 'segredo' });
    await world.as(operator).operatorAction({ id, action: 'add_notes', notes: 'mais um' });
    const mine = (await world.as(owner).getHistory({ id })).items;
    expect(mine.map((one) => [one.fromStatus, one.toStatus])).toEqual([
      [undefined, 'submitted'],
      ['submitted', 'paid'],
      ['paid', 'reviewing'],
    ]);
    expect(mine[2]).toMatchObject({ reason: 'ok', notes: undefined, changedBy: operator.id });
    const theirs = (await world.as(operator).getHistory({ id })).items;
    expect(theirs[2]?.notes).toBe('segredo');
    const noted = await world.as(operator).getRegistration({ id });
    expect(noted.staff?.internalNotes.map((note) => note.text)).toEqual(['mais um', 'segredo']);
    expect(noted.staff?.internalNotes[0]?.createdAt?.getTime()).toBeGreaterThan(Date.now() - 60_000);
    expect(JSON.stringify(await world.as(owner).getRegistration({ id }))).not.toContain('segredo');
  });
});

describe('details', () => {
  it('of a new registration are stored once per idempotency key', async () => {
    const key = newId();
    const make = (title: string) =>
      world.as(owner).createRegistration({ ...details, title }, { idempotencyKey: key });
    const [first, second] = await Promise.all([make('Um'), make('Um')]);
    expect(second).toEqual(first);
    expect(await codeOf(make('Dois'))).toBe('idempotency-mismatch');
    await world.waitForEvents(first.id, 'registration.created');
  });

  it('return not-found to other users, as for a missing registration', async () => {
    const { id } = await world.create(owner);
    const stranger = world.as(someone());
    const refused = [
      stranger.getRegistration({ id }),
      stranger.updateRegistration({ id, title: 'x' }),
      stranger.deleteRegistration({ id }),
      stranger.getHistory({ id }),
      world.as(owner).getRegistration({ id: newId() }),
      world.as(owner).getRegistration({ id: 'not-a-uuid' }),
      world.as(owner).updateRegistration({ id: "'; DROP TABLE registrations", title: 'x' }),
    ].map(codeOf);
    expect(new Set(await Promise.all(refused))).toEqual(new Set(['not-found']));
    expect(await codeOf(world.as(operator).updateRegistration({ id, title: 'x' }))).toBe('forbidden');
    expect((await world.as(operator).getRegistration({ id })).staff).toBeDefined();
    expect(await codeOf(world.client.getRegistration({ id }))).toBe('unauthenticated');
  });

  it('are editable only while submitted, and deletable only while never paid', async () => {
    const made = await world.create(owner, { notes: 'minhas' });
    const edited = await world.as(owner).updateRegistration({ id: made.id, title: 'Novo', notes: '' });
    expect(edited.details).toMatchObject({ title: 'Novo', holderName: 'Ana Souza', notes: undefined });
    const paid = await world.at(owner, 'paid');
    expect(await codeOf(world.as(owner).updateRegistration({ id: paid.id, title: 'x' }))).toBe(
      'not-editable',
    );
    expect(await codeOf(world.as(owner).deleteRegistration({ id: paid.id }))).toBe('not-editable');
    const gone = await world.payable(owner);
    await world.as(owner).deleteRegistration({ id: gone.id });
    expect(await codeOf(world.as(owner).getRegistration({ id: gone.id }))).toBe('not-found');
    await world.waitForEvents(gone.id, 'registration.deleted');
    const [released] = await world.waitForEvents(gone.id, 'registration.file_released');
    expect(released?.data.reason).toBe('deleted');
  });
});
