import { eventually, type TestEnvironment } from '@g2/kit/testing';

/** Rows of each distribution: enough that a scan of all of them costs a multiple of any page. */
const ROWS = 60_000;

export const LARGE_OWNER = '00000000-0000-7000-a000-000000000001';
export const MIDDLE_OWNER = '00000000-0000-7000-a000-000000000002';
const operatorId = (n: string) => `('00000000-0000-7000-b000-00000000000' || ${n})::uuid`;
/** One of ten operators, each of whom has a tenth of all assignments. */
export const OPERATOR = '00000000-0000-7000-b000-000000000001';

/** Another owner for every twenty rows. */
const SMALL_OWNER = "('00000000-0000-7000-c000-' || lpad(to_hex(n % 3000), 12, '0'))::uuid";
/** A pseudorandom tenth of the rows. */
const tenth = (seed: number) => `(hashint8(n * 31 + ${seed}) & 2147483647) % 10 = 0`;

/** SQL of the owner and of the words at the end of the title of row `n`. */
export type Distribution = { owner: string; words: string };

export const DISTRIBUTIONS = {
  uniform: { owner: SMALL_OWNER, words: "''" },
  'common words': {
    owner: SMALL_OWNER,
    words: `CASE WHEN ${tenth(1)} THEN ' prontuário' ELSE '' END || CASE WHEN ${tenth(2)} THEN ' auditoria' ELSE '' END`,
  },
  'large owners': {
    owner: `CASE WHEN n % 4 = 3 THEN '${LARGE_OWNER}'::uuid WHEN n % 30 = 1 THEN '${MIDDLE_OWNER}'::uuid
      ELSE ${SMALL_OWNER} END`,
    words: `CASE WHEN ${tenth(1)} THEN ' prontuário' ELSE '' END`,
  },
} as const satisfies Record<string, Distribution>;

const KINDS = `ARRAY['Sistema', 'Aplicativo', 'Portal', 'Motor', 'Painel', 'Serviço', 'Biblioteca', 'Gestão']`;
const PAST = `'paid', 'reviewing', 'government_processing', 'completed'`;

const fill = ({ owner, words }: Distribution) => `
  TRUNCATE registrations CASCADE;
  DELETE FROM registration_counters;
  INSERT INTO registrations (id, user_id, title, applicant_name, applicant_email, applicant_tax_id, holder_name,
    description, status, status_updated_at, created_at, sha256, file_name, file_size, file_storage_path,
    file_attached_at, payment_paid_at, government_submitted_at, certificate_issued_at)
  SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7000a000' || lpad(to_hex(n), 12, '0'))::uuid,
    ${owner}, (${KINDS})[1 + n % 8] || ' ' || n || ${words}, 'Ana ' || n % 977, 'pessoa' || n % 3000 || '@example.com',
    '52998224725', 'Bia ' || n % 877, 'Programa que guarda o que um escritório precisa saber', status, at, at,
    CASE WHEN paid THEN encode(sha256(n::text::bytea), 'hex') END, CASE WHEN paid THEN 'a.zip' END,
    CASE WHEN paid THEN n END, CASE WHEN paid THEN 'x' || n END, CASE WHEN paid THEN at END, CASE WHEN paid THEN at END,
    CASE WHEN paid THEN at END, CASE WHEN status = 'certificate_issued' THEN at END
  FROM generate_series(1, ${ROWS}) n,
    LATERAL (SELECT '2026-01-01'::timestamptz + n * interval '1 minute' AS at) a,
    LATERAL (SELECT CASE WHEN n % 100 < 38 THEN 'certificate_issued' WHEN n % 100 < 96 OR n < ${ROWS} / 2 THEN 'submitted'
      ELSE (ARRAY[${PAST}])[1 + n / 100 % 4] END AS status) s, LATERAL (SELECT status <> 'submitted' AS paid) p;
  INSERT INTO registration_search (registration_id, searched, hash, user_id, registered_at)
    SELECT id, searched_text(r), sha256, user_id, created_at FROM registrations r;
  INSERT INTO registration_assignments (registration_id, operator_id, registered_at, is_open, urgency)
    SELECT id, ${operatorId('file_size / 7 % 10')}, created_at, status <> 'certificate_issued',
      urgency_of(status, status_updated_at)
    FROM registrations WHERE status NOT IN ('submitted', 'paid');
  INSERT INTO registration_counters (kind, shard, value) SELECT status, 0, count(*) FROM registrations GROUP BY 1`;

const HIDDEN = `SELECT FROM pg_class WHERE relallvisible < relpages
  AND oid IN ('registrations'::regclass, 'registration_search'::regclass, 'registration_assignments'::regclass)`;

/** Fills a test database as a superuser, without the triggers of each row. */
export async function fillWith(testEnv: TestEnvironment, distribution: Distribution): Promise<void> {
  const pool = testEnv.pool({ connectionString: testEnv.adminUrl, max: 1 });
  const client = await pool.connect();
  try {
    await client.query(`SET search_path = registration, public; SET session_replication_role = replica`);
    await client.query(fill(distribution));
    // Autovacuum does this in production; without it, scans of an index alone would read the rows as well. A snapshot
    // of autovacuum itself may delay it.
    await eventually(
      'all rows are visible',
      async () => {
        await client.query('VACUUM ANALYZE');
        return (await client.query(HIDDEN)).rowCount === 0;
      },
      120_000,
    );
  } finally {
    client.release();
    await pool.end();
  }
}
