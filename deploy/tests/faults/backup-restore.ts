import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openFileObjects } from '../../../services/storage-hashing/src/objects/objects-fs.ts';
import { createBackup } from '../../ops/backup/backup.ts';
import { restore } from '../../ops/backup/restore.ts';
import { printResults } from '../../ops/check/money.ts';
import { checkObjects } from '../../ops/check/objects.ts';
import { checkTrail } from '../../ops/check/trail.ts';
import { type Client, logIn } from '../e2e/support/client.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { type Load, startLoad } from './load.ts';
import {
  assertThat,
  buyCredits,
  checkInvariants,
  payableRegistration,
  query,
  retryWhileUnavailable,
  waitUntil,
} from './support.ts';

const PER_SECOND = 25;
const LOAD_MS = 15_000;
const DELTA = 1_000_000;
/** State that is not in the backup and survives the loss: secrets, keys and the records of the card provider. */
const NOT_IN_BACKUP = ['secrets.json', 'keys', 'stripe-simulator.jsonl'];

type Downloads = { id: string; zip: Buffer; pdf: Buffer };

const download = async (client: Client, id: string, what: string): Promise<Buffer> => {
  const response = await retryWhileUnavailable(() => client.send(`/api/registrations/${id}/${what}`));
  assertThat(response.status === 200, `${what} of ${id}: ${response.status}`);
  return response.bytes;
};

async function look(load: Load, admin: Client): Promise<Downloads> {
  const [id] = load.confirmed.issued;
  assertThat(id !== undefined, 'the load issued no certificate');
  await waitUntil('the certificate is there', async () => {
    const { status } = await admin.send(`/api/registrations/${id}/certificate`);
    return status === 200;
  });
  return { id, zip: await download(admin, id, 'download'), pdf: await download(admin, id, 'certificate') };
}

const objectsIn = (dataDir: string) => openFileObjects(join(dataDir, 'objects'));

async function objectsHold(fleet: Fleet): Promise<void> {
  const { postgresUrl: databaseUrl } = fleet.places;
  const results = await checkObjects({ databaseUrl, objects: objectsIn(fleet.dataDir) });
  assertThat(printResults(results), 'an object is not what it must be');
}

/** Checks that the restored audit trail is complete and that new entries continue it. */
async function checkAuditTrail(fleet: Fleet): Promise<void> {
  const { results } = await checkTrail(fleet.places.postgresUrl);
  assertThat(printResults(results), 'the trail is not what it must be');
}

/** Tests the object check: it must find a changed, a missing and an unknown object. */
async function checkDamageIsReported(fleet: Fleet): Promise<void> {
  const folder = join(fleet.dataDir, 'objects');
  // Not any two objects: the backup may hold an upload that no registration has yet, which is in fewer checks.
  const attached = await query<{ key: string }>(
    fleet.places,
    'SELECT file_storage_path AS key FROM registration.registrations WHERE file_storage_path IS NOT NULL LIMIT 2',
  );
  const [changed, gone] = attached.map(({ key }) => join(folder, key));
  assertThat(changed !== undefined && gone !== undefined, 'too few objects to damage two');
  const bytes = readFileSync(changed);
  // Deletes it first, because an object file is read-only.
  rmSync(changed);
  writeFileSync(changed, Buffer.alloc(bytes.length));
  renameSync(gone, join(dirname(gone), `${randomUUID()}.zip`));
  const places = { databaseUrl: fleet.places.postgresUrl, objects: objectsIn(fleet.dataDir) };
  const found = await checkObjects(places, 1, 0);
  const [, present, orphans, hashes, manifests] = found.map((one) => one.breaches.length);
  assertThat(
    present === 1 && orphans === 1 && hashes === 2 && manifests === 2,
    `damage was not found: ${JSON.stringify(found)}`,
  );
  console.log(
    'one object changed, one renamed: the check names the missing, the unknown, both hashes and both manifests',
  );
}

async function backUpAndStop(place: string, outside: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'g2-drill-lost-'));
  const fleet = await startFleet({ dataDir });
  try {
    const admin = await logIn(fleet.url, { email: 'admin@g2.local', password: 'Admin-2026!' });
    const load = await startLoad(fleet.url, { perSecond: PER_SECOND, buyers: 2, readers: 2 });
    await delay(LOAD_MS);
    await waitUntil('a certificate was issued', async () => load.confirmed.issued.length > 0, 120_000);
    const seen = await look(load, admin);
    const before = { created: [...load.confirmed.created], paid: load.confirmed.paid.map((one) => one.id) };
    const startedAt = Date.now();
    const source = {
      databaseUrl: fleet.places.postgresUrl,
      natsUrl: fleet.natsUrl,
      objects: objectsIn(dataDir),
    };
    const { folder, manifest } = await createBackup(source, place);
    const took = Date.now() - startedAt;
    const rows = manifest.tables.reduce((sum, one) => sum + one.rows, 0);
    await load.stop();
    const after = load.confirmed.paid.length - before.paid.length;
    load.tally.print();
    console.log(
      `backed up under load in ${took} ms: ${rows} rows of ${manifest.tables.length} tables, ${manifest.events.rows} events on ` +
        `their way, ${manifest.objects.length} objects; ${before.created.length} registrations and ${before.paid.length} ` +
        `payments promised before it, ${after} payments confirmed during or after it`,
    );
    assertThat(load.tally.total.failed === 0, `${load.tally.total.failed} requests failed`);
    const [person] = load.people;
    assertThat(person !== undefined, 'no client signed up');
    return { folder, seen, before, person, outside };
  } finally {
    await fleet.stop();
    for (const name of NOT_IN_BACKUP) {
      if (existsSync(join(dataDir, name)))
        cpSync(join(dataDir, name), join(outside, name), { recursive: true });
    }
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Restores into an empty place, expects a second restore to be refused, then checks the product and uses it. */
async function restoreAndCheck(lost: Awaited<ReturnType<typeof backUpAndStop>>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'g2-drill-back-'));
  let took = 0;
  try {
    cpSync(lost.outside, dataDir, { recursive: true });
    const fleet = await startFleet({
      dataDir,
      async beforePrograms({ databaseUrls }) {
        const begun = Date.now();
        const target = { databaseUrls, objects: objectsIn(dataDir) };
        await restore(lost.folder, target);
        took = Date.now() - begun;
        const again = await restore(lost.folder, target).then(
          () => 'accepted',
          (error: Error) => error.message,
        );
        assertThat(/not empty/.test(again), `a second restore was ${again}`);
      },
    });
    try {
      console.log(`restored into an empty place in ${took} ms; a second restore into it is refused`);
      await checkConfirmed(fleet, lost.before);
      await checkInvariants(fleet.places);
      await objectsHold(fleet);
      await checkAuditTrail(fleet);
      await continueAsClient(fleet, lost);
      await checkInvariants(fleet.places);
      await checkAuditTrail(fleet);
      await checkDamageIsReported(fleet);
    } finally {
      await fleet.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function checkConfirmed(fleet: Fleet, before: { created: string[]; paid: string[] }): Promise<void> {
  const rows = await query<{ id: string; paid: boolean }>(
    fleet.places,
    'SELECT id, payment_paid_at IS NOT NULL AS paid FROM registration.registrations',
  );
  const there = new Map(rows.map((row) => [row.id, row.paid]));
  const missing = before.created.filter((id) => !there.has(id));
  const unpaid = before.paid.filter((id) => !there.get(id));
  console.log(
    `${before.created.length} registrations promised, ${missing.length} missing; ${before.paid.length} paid, ${unpaid.length} not`,
  );
  assertThat(missing.length + unpaid.length === 0, 'something promised before the backup is lost');
}

/**
 * Checks that ZIP and certificate have the same bytes as before the loss, and that a client can sign in and
 * pay for another registration.
 */
async function continueAsClient(
  fleet: Fleet,
  { seen, person }: Awaited<ReturnType<typeof backUpAndStop>>,
): Promise<void> {
  const admin = await logIn(fleet.url, { email: 'admin@g2.local', password: 'Admin-2026!' });
  assertThat((await download(admin, seen.id, 'download')).equals(seen.zip), 'the ZIP is another');
  assertThat((await download(admin, seen.id, 'certificate')).equals(seen.pdf), 'the certificate is another');
  const client = await logIn(fleet.url, person);
  await buyCredits(client, DELTA);
  const id = await payableRegistration(client);
  await client.post(`/api/registrations/${id}/credit-payment`);
  const { status } = await client.ok<{ status: string }>(`/api/registrations/${id}`);
  assertThat(status === 'paid', `the next registration reads ${status}`);
  console.log('signed in, ZIP and certificate byte for byte as before, bought credits, registered and paid');
}

/** Backup under load, total loss, restore into an empty place: all checks pass and clients continue. */
export async function backupRestore(): Promise<void> {
  const place = mkdtempSync(join(tmpdir(), 'g2-drill-backups-'));
  const outside = mkdtempSync(join(tmpdir(), 'g2-drill-outside-'));
  try {
    await restoreAndCheck(await backUpAndStop(place, outside));
  } finally {
    for (const folder of [place, outside]) rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) await backupRestore();
