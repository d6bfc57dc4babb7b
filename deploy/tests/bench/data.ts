import { schemaOf } from '@g2/kit/provision';
import { ARCHIVE_WARNINGS } from '@g2/terms/archive';
import pg from 'pg';
import { recomputeFigures } from '../../ops/recount/recount.ts';
import { ownerOf, type Spread, UNIFORM, wordsOf } from './spreads.ts';

/** Number of rows. The product is designed for a million registrations. */
export type Amount = { registrations: number; users: number; payments: number };

/** 20 registrations per account and two payments per registration, most of them unsuccessful. */
export const amountOf = (registrations: number): Amount => ({
  registrations,
  users: Math.ceil(registrations / 20),
  payments: registrations * 2,
});

const CHUNK = 50_000;
/** Age of the oldest registration; their creation times are evenly spread. */
const DAYS = 1_095;

/**
 * Creates a UUIDv7 (RFC 9562 §5.7) of a time. Its other bits are a hash of `what`, so each run creates the same ids.
 */
const ID = `CREATE FUNCTION pg_temp.id_of(at timestamptz, what text) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || substr(md5(what), 1, 3) || 'a' ||
    substr(md5(what), 4, 15))::uuid
$$`;
const PICK = `CREATE FUNCTION pg_temp.pick(words text[], n bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT words[1 + (n % array_length(words, 1))::integer]
$$`;
const CREATED_AT = `CREATE FUNCTION pg_temp.came(n bigint, many bigint) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT date_trunc('day', now()) - interval '${DAYS} days' * (1 - n::double precision / many)
$$`;

const array = (...words: string[]) => `ARRAY[${words.map((word) => `'${word}'`).join(',')}]`;
const FIRST = array(
  'Ana',
  'José',
  'Conceição',
  'Łukasz',
  'Antônio',
  'Márcia',
  'Beatriz',
  'João',
  'Olívia',
  'Zé',
);
const LAST = array(
  'Silva',
  'Santos',
  'Oliveira',
  'Araújo',
  'Müller',
  'Gonçalves',
  'Pereira',
  'Lima',
  'Sá',
  'Brandão',
);
const KIND = array('Sistema', 'Aplicativo', 'Portal', 'Motor', 'Painel', 'Serviço', 'Biblioteca', 'Gestão');
const FIELD = array(
  'bancário',
  'escolar',
  'agrícola',
  'clínico',
  'fiscal',
  'logístico',
  'eleitoral',
  'musical',
);

const owner = (users: number) =>
  `pg_temp.id_of(pg_temp.came(n % ${users} + 1, ${users}), 'user' || n % ${users} + 1)`;
const nameOf = (n: string) => `pg_temp.pick(${FIRST}, ${n}) || ' ' || pg_temp.pick(${LAST}, (${n}) / 7)`;
/** Eleven digits, mostly with wrong CPF check digits. */
const TAX_ID = "lpad(((n * 7919) % 100000000000)::text, 11, '0')";

const OPERATOR = `pg_temp.id_of('2020-01-01', 'operator' || abs(hashtext(id::text)) % 20)`;

const STEPS = array(
  'submitted',
  'paid',
  'reviewing',
  'government_processing',
  'completed',
  'certificate_issued',
);

const WARNINGS = array(...ARCHIVE_WARNINGS);

/** Of 100 registrations 38 have a certificate, 4 are in progress (the newest) and the others are unpaid. */
const statusOf = (many: number) => `CASE
  WHEN n % 100 < 38 AND n < ${many} * 0.97 THEN 'certificate_issued'
  WHEN n < ${many} * 0.97 OR n % 100 >= 60 THEN 'submitted'
  ELSE (ARRAY['paid', 'reviewing', 'government_processing', 'completed'])[1 + n % 4] END`;

/** `statement` inserts the rows with the numbers $1 to $2 into `tables`. */
type Fill = { name: string; many: number; tables: string[]; statement: string };

const users = ({ users: count }: Amount): Fill => ({
  name: 'users',
  many: count,
  tables: ['users'],
  statement: `INSERT INTO users (id, email, first_name, last_name, created_at, updated_at, email_verified_at, is_active)
    SELECT pg_temp.id_of(at, 'user' || n), 'pessoa' || n || '@example.com', pg_temp.pick(${FIRST}, n),
      pg_temp.pick(${LAST}, n / 7), at, at, at, n % 20 <> 0
    FROM generate_series($1::bigint, $2) n, pg_temp.came(n, ${count}) at`,
});

const registrations = ({ registrations: many, users: people }: Amount, spread: Spread): Fill => ({
  name: 'registrations',
  many,
  tables: [
    'registrations',
    'registration_status_history',
    'registration_assignments',
    'file_contents',
    'unpaid_file_warnings',
  ],
  // Each registration has one history row per past status and keeps its reviewing operator. A tenth of the
  // files has archive warnings. The owners of unpaid files were warned of a deletion in the far future.
  statement: `WITH made AS (
    INSERT INTO registrations (id, user_id, title, applicant_name, applicant_email, applicant_tax_id, holder_name,
      description, jurisdiction, status, status_updated_at, created_at, sha256, file_name, file_size, file_storage_path,
      file_attached_at, payment_paid_at, government_submitted_at, certificate_issued_at)
    SELECT pg_temp.id_of(at, 'registration' || n), ${ownerOf(spread, owner(people))},
      pg_temp.pick(${KIND}, n) || ' ' || pg_temp.pick(${FIELD}, n / 8) || ' ' || n || ${wordsOf(spread, many)},
      ${nameOf('n')}, 'pessoa' || n % ${people} + 1 || '@example.com', ${TAX_ID}, ${nameOf('n + 3')},
      'Programa que calcula, guarda e mostra o que um ' || pg_temp.pick(${FIELD}, n / 8) || ' precisa saber, versão ' || n,
      CASE WHEN n % 3 = 0 THEN 'brazil' ELSE 'global' END, status,
      CASE WHEN paid THEN at + interval '9 days' * (n % 10) / 10 ELSE at END, at,
      CASE WHEN filed THEN encode(sha256(n::text::bytea), 'hex') END, CASE WHEN filed THEN 'fonte.zip' END,
      CASE WHEN filed THEN 1000 + n END, CASE WHEN filed THEN 'massa/' || n END, CASE WHEN filed THEN at END,
      CASE WHEN paid THEN at + interval '1 hour' END,
      CASE WHEN status IN ('government_processing', 'completed', 'certificate_issued') THEN at + interval '3 days' END,
      CASE WHEN status = 'certificate_issued' THEN at + interval '9 days' END
    FROM generate_series($1::bigint, $2) n, pg_temp.came(n, ${many}) at,
      LATERAL (SELECT ${statusOf(many)} AS status) s, LATERAL (SELECT status <> 'submitted' AS paid, status <> 'submitted' OR n % 100 >= 95 AS filed) p
    RETURNING id, user_id, status, created_at, file_size, file_storage_path, file_attached_at),
  looked AS (
    INSERT INTO file_contents (object_key, registration_id, found)
    SELECT file_storage_path, id, jsonb_build_object('problem', NULL, 'contents', jsonb_build_object('files', 1,
      'bytes', 1000, 'languages', '[]'::jsonb, 'root', encode(sha256(file_storage_path::bytea), 'hex'), 'warnings',
      CASE WHEN file_size % 10 = 0 THEN jsonb_build_array(pg_temp.pick(${WARNINGS}, file_size / 10)) ELSE '[]' END))
    FROM made WHERE file_storage_path IS NOT NULL),
  warned AS (
    INSERT INTO unpaid_file_warnings (registration_id, attached_at, expires_at)
    SELECT id, file_attached_at, now() + interval '10 years' FROM made
    WHERE status = 'submitted' AND file_attached_at IS NOT NULL),
  had AS (
    INSERT INTO registration_assignments (registration_id, operator_id, registered_at, is_open)
    SELECT id, ${OPERATOR}, created_at, status <> 'certificate_issued'
    FROM made WHERE status NOT IN ('submitted', 'paid'))
  INSERT INTO registration_status_history (id, registration_id, from_status, to_status, changed_by, created_at)
  SELECT pg_temp.id_of(at, id::text || step), id, (${STEPS})[step - 1], (${STEPS})[step],
    CASE WHEN step > 2 THEN ${OPERATOR} ELSE user_id END, at
  FROM made, generate_series(1, array_position(${STEPS}, status)) step,
    LATERAL (SELECT created_at + interval '36 hours' * (step - 1) AS at) t`,
});
const payments = ({ registrations: many, users: people, payments: count }: Amount, spread: Spread): Fill => ({
  name: 'payments',
  many: count,
  tables: ['registration_payments'],
  // Each registration has one of the first `many` payments, settled if it is paid. All other payments failed
  // or were cancelled.
  statement: `INSERT INTO registration_payments (id, registration_id, user_id, method, status, amount, title,
      stripe_payment_intent_id, stripe_status, created_at, captured_at, settled_at)
    SELECT pg_temp.id_of(at, 'payment' || p), pg_temp.id_of(at, 'registration' || n), ${ownerOf(spread, owner(people))},
      CASE WHEN p % 9 = 0 AND settled THEN 'credits' ELSE 'card' END,
      CASE WHEN settled THEN 'settled' WHEN p % 3 = 0 THEN 'failed' ELSE 'cancelled' END, 349900, 'Sistema ' || n,
      CASE WHEN p % 9 <> 0 OR NOT settled THEN 'pi_massa' || p END,
      CASE WHEN settled THEN 'succeeded' ELSE 'canceled' END, at,
      CASE WHEN settled THEN at + interval '1 hour' END, CASE WHEN settled THEN at + interval '1 hour' END
    FROM generate_series($1::bigint, $2) p, LATERAL (SELECT (p - 1) % ${many} + 1 AS n) r, pg_temp.came(n, ${many}) at,
      LATERAL (SELECT p <= ${many} AND ${statusOf(many)} <> 'submitted' AS settled) s`,
});

/** Definitions of the indexes that no constraint owns. */
const INDEXES = `SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS made
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
  WHERE i.indrelid = ANY ($1::regclass[]) AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.indexrelid)`;

async function withoutIndexes(client: pg.Client, tables: string[], work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; made: string }>(INDEXES, [tables]);
  for (const { name } of rows) await client.query(`DROP INDEX ${client.escapeIdentifier(name)}`);
  await work();
  for (const { made } of rows) await client.query(made);
}

async function runFill(url: string, schema: string, { name, many, tables, statement }: Fill): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Skip triggers and index updates per row: counters and indexes are built once at the end.
    await client.query(`SET search_path = ${schema}, public; SET session_replication_role = replica;
      SET synchronous_commit = off; SET maintenance_work_mem = '1GB'`);
    for (const helper of [ID, PICK, CREATED_AT]) await client.query(helper);
    const started = performance.now();
    await withoutIndexes(client, tables, async () => {
      for (let first = 1; first <= many; first += CHUNK) {
        await client.query(statement, [first, Math.min(first + CHUNK - 1, many)]);
      }
    });
    console.log(`${name}: ${many} in ${secondsSince(started)}`);
  } finally {
    await client.end();
  }
}

const secondsSince = (started: number) => `${((performance.now() - started) / 1_000).toFixed(0)} s`;

/** Recomputes the counters that triggers keep and analyzes the tables. */
async function recountAndAnalyze(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      `SET search_path = ${schemaOf.registration}, public; SET maintenance_work_mem = '1GB'`,
    );
    await withoutIndexes(client, ['registration_search'], () => recomputeFigures(url));
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
}

/**
 * Fills a stack's databases directly, including the counters kept by triggers; each run creates the same rows.
 * Registrations have no files, evidence or certificates. Meanwhile other users wait for locks or lack indexes.
 * @param url URL of PostgreSQL for a superuser
 */
export async function fillDatabases(url: string, amount: Amount, spread: Spread = UNIFORM): Promise<void> {
  await Promise.all([
    runFill(url, schemaOf.registration, registrations(amount, spread)),
    runFill(url, schemaOf.identity, users(amount)).then(() =>
      runFill(url, schemaOf['payment-credit'], payments(amount, spread)),
    ),
  ]);
  const started = performance.now();
  await recountAndAnalyze(url);
  console.log(`all of it counted in ${secondsSince(started)}`);
}
