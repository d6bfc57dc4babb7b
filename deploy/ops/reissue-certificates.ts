// Earlier releases issued certificates that state the creation of the draft as the deposit date. Reissues them with the
// arrival of the file: `node deploy/ops/reissue-certificates.ts [--dry-run]`. Uses DATABASE_URL (a role that may write
// all schemas), otherwise the local stack of G2_DATA_DIR (.data). The running services issue the new versions; the page
// of the old version then shows "substituído", and the owner gets a mail. Revoked certificates stay unchanged.
// Certificates with a returned or disputed payment are only listed: each is reissued when its dispute is won, or, if an
// admin decides to keep it, at its next download. Idempotent. Exits 1 on failure.
import { parseArgs } from 'node:util';
import { withSecretFiles } from '@g2/kit/env';
import { facts } from '@g2/proto/facts';
import type pg from 'pg';
import { checkTargetsOf, runCommand, withClient } from './world.ts';

type Found = {
  registrationId: string;
  number: string;
  stated: string;
  deposited: Date | null;
  heldBack: boolean;
};

const FOUND = `
  SELECT newest.registration_id AS "registrationId", number, facts ->> 'createdAt' AS stated,
    file_attached_at AS deposited,
    EXISTS (SELECT FROM registration.payment_flags f WHERE f.payment_id = r.payment_id AND flag IS NOT NULL)
      AND NOT coalesce((SELECT bool_and(kept_at IS NOT NULL) FROM certificate.doubts d
        WHERE d.registration_id = newest.registration_id AND flag IS NOT NULL), false) AS "heldBack"
  FROM (SELECT DISTINCT ON (registration_id) registration_id, number, facts, revoked_at
        FROM certificate.certificates ORDER BY registration_id, version DESC) AS newest
  LEFT JOIN registration.registrations r ON r.id = newest.registration_id
  WHERE NOT facts ? 'depositedAt' AND revoked_at IS NULL
  ORDER BY number`;

async function reissue(db: pg.Client, isDryRun: boolean): Promise<void> {
  await db.query('BEGIN');
  const { rows } = await db.query<Found>(FOUND);
  for (const { number, stated, deposited, heldBack } of rows)
    console.log(
      `${number}  printed ${stated}  file arrived ${deposited?.toISOString() ?? 'unknown'}${heldBack ? '  held back' : ''}`,
    );
  const ready = rows.filter(({ heldBack }) => !heldBack);
  if (!isDryRun) {
    await db.query(
      `INSERT INTO registration.outbox (id, type, aggregate_id, version, data)
       SELECT gen_random_uuid(), $2, id, 0, jsonb_build_object('registrationId', id) FROM unnest($1::text[]) AS id`,
      [ready.map(({ registrationId }) => registrationId), facts.certificateUnblocked.type],
    );
  }
  await db.query('COMMIT');
  console.log(`${ready.length} certificates ${isDryRun ? 'would be' : 'are being'} reissued`);
  if (ready.length < rows.length) console.log(`${rows.length - ready.length} held back`);
}

await runCommand('reissue-certificates', 1, async () => {
  const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } });
  const { databaseUrl } = checkTargetsOf(withSecretFiles(process.env));
  await withClient(databaseUrl, (db) => reissue(db, values['dry-run']));
});
