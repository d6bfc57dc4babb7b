import { newId } from '@g2/kit/ids';
import type { Bus } from '@g2/kit/nats';
import { eventually } from '@g2/kit/testing';
import { facts } from '@g2/proto/facts';
import { AppError } from '@g2/terms/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusedRemovals } from '../src/metrics.ts';
import { newClaims, openWorld, rawPut, uploadOne, uploadTicketFor, type World, zipOf } from './world.ts';

let world: World;
let bus: Bus;
let operator: string;

beforeAll(async () => {
  const found = await openWorld('fs');
  if (!found) throw new Error('the file-system driver is always there');
  world = found;
  bus = await world.testEnv.bus();
  operator = await world.testEnv.userToken({ id: newId(), role: 'operator' });
});
afterAll(() => world?.close());

const stored = () => uploadOne(world);

const stateOf = async (key: string) =>
  (await world.sql('SELECT state FROM objects WHERE key = $1', [key]))[0]?.state;
const asked = async (key: string) => world.registration.asked.some(({ objectKey }) => objectKey === key);
const refusals = async () => (await refusedRemovals.get()).values[0]?.value ?? 0;
const download = async (object: { key: string; sha256: string; size: number }) => {
  const claims = { objectKey: object.key, fileName: 'a.zip', size: object.size, sha256: object.sha256 };
  const ticket = await world.testEnv.keys('registration').sign('download-ticket', claims, 300);
  return await fetch(`${world.base}/objects`, { headers: { authorization: `Bearer ${ticket}` } });
};
const bytesOf = async (key: string) => (await world.objects.stat(key))?.size;

/** Publishes an event of registration; a repeated id is a duplicate. */
async function say<T>(kind: { type: string; codec: { toJSON(data: T): unknown } }, data: T, id = newId()) {
  await bus.publish({
    id,
    type: kind.type,
    aggregate_id: id,
    version: 1,
    data: kind.codec.toJSON(data),
    traceparent: null,
    created_at: new Date(),
  });
}

const attach = (object: { key: string; registrationId: string; sha256: string }, id?: string) =>
  say(
    facts.fileAttached,
    {
      registrationId: object.registrationId,
      objectKey: object.key,
      sha256: object.sha256,
      userId: newId(),
      status: 'submitted',
      statusUpdatedAt: new Date(),
    },
    id,
  );
const release = (object: { key: string; registrationId: string }, id?: string) =>
  say(
    facts.fileReleased,
    { registrationId: object.registrationId, objectKey: object.key, reason: 'replaced' },
    id,
  );
const waitForState = (key: string, state: string) =>
  eventually(`${key} is ${state}`, async () => (await stateOf(key)) === state);

/** Waits until a later event of the same kind took effect, so that earlier ones were handled. */
async function waitForEarlierEvents() {
  const marker = await stored();
  await attach(marker);
  await waitForState(marker.key, 'attached');
  await release(marker);
  await waitForState(marker.key, 'released');
}

describe('events', () => {
  it('keep an object after file_attached despite duplicates and expired tickets', async () => {
    const object = await stored();
    const id = newId();
    await attach(object, id);
    await waitForState(object.key, 'attached');
    await attach(object, id);
    await attach(object);
    world.registration.holds.set(object.key, { held: true, pending: false });
    await say(facts.uploadExpired, { ticketId: object.jti, superseded: false });
    const other = await stored();
    await say(facts.uploadExpired, { ticketId: other.jti, superseded: false });
    await waitForState(other.key, 'released');
    await waitForEarlierEvents();
    expect(await stateOf(object.key)).toBe('attached');
    expect(await bytesOf(object.key)).toBe(object.size);
  });

  it('remove the bytes once on file_released and keep a tombstone', async () => {
    const object = await stored();
    await attach(object);
    await waitForState(object.key, 'attached');
    const id = newId();
    await release(object, id);
    await waitForState(object.key, 'released');
    expect(await bytesOf(object.key)).toBeUndefined();
    const [before] = await world.sql('SELECT released_at FROM objects WHERE key = $1', [object.key]);
    await release(object, id);
    await release(object);
    await waitForEarlierEvents();
    const [after] = await world.sql('SELECT sha256, released_at FROM objects WHERE key = $1', [object.key]);
    expect(after).toEqual({ sha256: object.sha256, ...before });
    await expect(world.rpc.getObject({ objectKey: object.key }, { token: operator })).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it('do not bring back an object when file_attached follows file_released', async () => {
    const object = await stored();
    await release(object);
    await waitForState(object.key, 'released');
    await attach(object);
    await waitForEarlierEvents();
    expect(await stateOf(object.key)).toBe('released');
  });

  it('keep an object on file_released when registration still holds it', async () => {
    const object = await stored();
    await attach(object);
    await waitForState(object.key, 'attached');
    world.registration.holds.set(object.key, { held: true, pending: false });
    const refused = await refusals();
    await release(object);
    await eventually('registration was asked', async () =>
      world.registration.asked.some(({ objectKey }) => objectKey === object.key),
    );
    await waitForEarlierEvents();
    expect(await stateOf(object.key)).toBe('attached');
    expect(await bytesOf(object.key)).toBe(object.size);
    expect(await refusals()).toBe(refused + 1);
    expect(world.registration.asked).toContainEqual({ objectKey: object.key, ticketId: object.jti });
    expect(await world.sql('SELECT 1 FROM removals WHERE key = $1', [object.key])).toEqual([]);

    world.registration.holds.delete(object.key);
    await release(object);
    await waitForState(object.key, 'released');
  });

  it('keep the file available while registration is undecided or unavailable', async () => {
    const answers = [{ held: false, pending: true }, new AppError('unavailable'), new AppError('forbidden')];
    for (const answer of answers) {
      const object = await stored();
      await attach(object);
      await waitForState(object.key, 'attached');
      world.registration.holds.set(object.key, answer);
      await release(object);
      await eventually('its turn comes again later', async () => {
        const rows = await world.sql(
          "SELECT 1 FROM removals WHERE key = $1 AND due_at BETWEEN now() + interval '5 s' AND now() + interval '11 min'",
          [object.key],
        );
        return rows.length === 1 && (await asked(object.key));
      });
      expect(await stateOf(object.key)).toBe('attached');
      expect((await download(object)).status).toBe(200);
      world.registration.holds.delete(object.key);
      await world.sql('UPDATE removals SET due_at = now() WHERE key = $1', [object.key]);
      await waitForEarlierEvents();
      await waitForState(object.key, 'released');
      expect((await download(object)).status).toBe(404);
    }
  });

  it('keep an upload on upload_expired while its ticket may still be committed', async () => {
    const claims = newClaims();
    const zip = await zipOf([2_000]);
    const ticket = await uploadTicketFor(world.testEnv, claims);
    const upload = rawPut(world.base, ticket, { 'content-length': zip.length });
    upload.request.write(zip.subarray(0, 1_000));
    const begun = () => world.sql('SELECT object_key FROM uploads WHERE jti = $1', [claims.jti]);
    const [row] = await eventually('it has begun', async () => {
      const rows = await begun();
      return rows.length > 0 && rows;
    });
    const key = String(row?.object_key);
    world.registration.holds.set(key, { held: false, pending: true });
    await say(facts.uploadExpired, { ticketId: claims.jti, superseded: false });
    await eventually('registration was asked', () => asked(key));
    upload.request.end(zip.subarray(1_000));
    expect(await upload.answer).toMatchObject({ status: 200 });
    expect(await stateOf(key)).toBe('stored');
  });

  it('remove bytes without a database row on file_released', async () => {
    const object = await stored();
    await world.sql('DELETE FROM objects WHERE key = $1', [object.key]);
    await release(object);
    await waitForState(object.key, 'released');
    expect(await bytesOf(object.key)).toBeUndefined();
  });

  it('remove an unfinished upload on upload_expired and ignore unused tickets', async () => {
    const object = await stored();
    await world.sql('DELETE FROM objects WHERE key = $1', [object.key]);
    await world.sql("UPDATE uploads SET state = 'receiving', ended_at = NULL WHERE jti = $1", [object.jti]);
    await say(facts.uploadExpired, { ticketId: newId(), superseded: false });
    const id = newId();
    await say(facts.uploadExpired, { ticketId: object.jti, superseded: false }, id);
    await waitForState(object.key, 'released');
    await say(facts.uploadExpired, { ticketId: object.jti, superseded: false }, id);
    await say(facts.uploadExpired, { ticketId: object.jti, superseded: false });
    await waitForEarlierEvents();
    expect(await bytesOf(object.key)).toBeUndefined();
    expect(await world.sql('SELECT state FROM uploads WHERE jti = $1', [object.jti])).toEqual([
      { state: 'expired' },
    ]);
  });

  it('cannot change a released object, since a database constraint forbids it', async () => {
    const object = await stored();
    await release(object);
    await waitForState(object.key, 'released');
    for (const change of ["state = 'attached'", `sha256 = '${'0'.repeat(64)}'`]) {
      await expect(world.sql(`UPDATE objects SET ${change} WHERE key = $1`, [object.key])).rejects.toThrow();
    }
  });
});
