import { type Invariant, rowInvariant } from './invariant.ts';

/** Invariants within the credit ledger (api-rules R6). Credits in hundredths. */
export const ledgerInvariants: Invariant[] = [
  {
    name: 'each balance is the sum of its ledger',
    async check({ sql }) {
      const rows = await sql<{ user_id: string; balance: string; sum: string }>(
        `SELECT coalesce(a.user_id, t.user_id) AS user_id, coalesce(a.balance, 0)::text AS balance,
           coalesce(t.sum, 0)::text AS sum
         FROM payment.accounts a FULL JOIN
           (SELECT user_id, sum(delta) AS sum FROM payment.credit_transactions GROUP BY user_id) t USING (user_id)`,
      );
      const wrong = rows.filter((row) => row.balance !== row.sum);
      const total = rows.reduce((sum, row) => sum + Number(row.balance), 0);
      return {
        figures: `${rows.length} accounts, ${total} in all`,
        breaches: wrong.map((row) => `account ${row.user_id}: balance ${row.balance}, ledger ${row.sum}`),
      };
    },
  },
  rowInvariant(
    'each ledger entry continues the one before',
    'entries',
    `SELECT 'entry ' || id AS what, balance_after <> sum(delta) OVER (PARTITION BY user_id ORDER BY seq) AS wrong
     FROM payment.credit_transactions`,
  ),
  {
    name: 'no balance is, or ever was, negative',
    async check({ sql }) {
      const rows = await sql<{ what: string }>(
        `SELECT 'account ' || user_id || ': ' || balance AS what FROM payment.accounts WHERE balance < 0 OR owed < 0
         UNION ALL SELECT 'entry ' || id || ': ' || balance_after FROM payment.credit_transactions
         WHERE balance_after < 0`,
      );
      const [least] = await sql<{ least: string | null }>(
        'SELECT min(balance_after)::text AS least FROM payment.credit_transactions',
      );
      return { figures: `least ever ${least?.least ?? 'none'}`, breaches: rows.map((row) => row.what) };
    },
  },
  {
    name: 'each ledger operation happened once',
    async check({ sql }) {
      const [all] = await sql<{ keys: string; manual: string }>(
        `SELECT count(operation_key)::text AS keys, (count(*) - count(operation_key))::text AS manual
         FROM payment.credit_transactions`,
      );
      const twice = await sql<{ what: string }>(
        `SELECT 'key ' || operation_key || ': ' || count(*) || ' times' AS what FROM payment.credit_transactions
         WHERE operation_key IS NOT NULL GROUP BY operation_key HAVING count(*) > 1
         UNION ALL SELECT 'entry ' || id || ' has neither key nor author' FROM payment.credit_transactions
         WHERE operation_key IS NULL AND created_by IS NULL`,
      );
      return {
        figures: `${all?.keys} keys, ${all?.manual} adjustments by admins`,
        breaches: twice.map((row) => row.what),
      };
    },
  },
  {
    name: 'each payment and purchase moved its credits, and nothing else did',
    async check({ sql }) {
      const breaches = await sql<{ what: string }>(EXPECTED_MOVES_SQL);
      const [all] = await sql<{ n: string }>(
        `SELECT ((SELECT count(*) FROM payment.registration_payments WHERE method = 'credits')
           + (SELECT count(*) FROM payment.credit_purchases WHERE status = 'completed'))::text AS n`,
      );
      return { figures: `${all?.n} payments and purchases`, breaches: breaches.map((row) => row.what) };
    },
  },
  {
    name: 'what reversed purchases could not take back is owed, less what later credits settled',
    async check({ sql }) {
      const rows = await sql<{ user_id: string; owed: string; due: string }>(DEBTS_SQL);
      const wrong = rows.filter((row) => row.owed !== row.due);
      const total = rows.reduce((sum, row) => sum + Number(row.owed), 0);
      return {
        figures: `${rows.length} accounts, ${total} owed in all`,
        breaches: wrong.map((row) => `account ${row.user_id}: owed ${row.owed}, should be ${row.due}`),
      };
    },
  },
];

/** What each account owes: reversed credits, minus the credits that the ledger has taken for them. */
const DEBTS_SQL = `
  SELECT user_id, coalesce(a.owed, 0)::text AS owed,
    (coalesce(p.reversed, 0) + coalesce(t.taken, 0))::text AS due
  FROM payment.accounts a
  FULL JOIN (SELECT user_id, sum(reversed_credits) AS reversed FROM payment.credit_purchases GROUP BY user_id) p
    USING (user_id)
  FULL JOIN (SELECT user_id, sum(delta) AS taken FROM payment.credit_transactions
    WHERE operation_key LIKE ANY (ARRAY['reversal:%', 'owed:%']) GROUP BY user_id) t USING (user_id)`;

/** Compares the ledger entries that payments and purchases require with the existing ledger entries. */
const EXPECTED_MOVES_SQL = `
  WITH wanted AS (
    SELECT 'pay:' || id AS key, user_id, -amount AS delta FROM payment.registration_payments
      WHERE method = 'credits'
    UNION ALL SELECT 'giveback:' || id, user_id, amount FROM payment.registration_payments
      WHERE method = 'credits' AND status = 'given_back'
    UNION ALL SELECT 'purchase:' || id, user_id, credits_amount FROM payment.credit_purchases
      WHERE status = 'completed'),
  moved AS (SELECT operation_key AS key, user_id, delta FROM payment.credit_transactions
    WHERE operation_key IS NOT NULL AND operation_key NOT LIKE ALL (ARRAY['reversal:%', 'owed:%']))
  SELECT coalesce(w.key, m.key) || ': wanted ' || coalesce(w.delta::text, 'nothing')
    || ', moved ' || coalesce(m.delta::text, 'nothing') AS what
  FROM wanted w FULL JOIN moved m USING (key, user_id) WHERE w.delta IS DISTINCT FROM m.delta
  UNION ALL
  SELECT 'purchase ' || p.id || ': taken back ' || p.reversed_credits || ', in the ledger ' || coalesce(sum(-t.delta), 0)
  FROM payment.credit_purchases p LEFT JOIN payment.credit_transactions t
    ON t.operation_key LIKE 'reversal:' || p.id || ':%'
  GROUP BY p.id HAVING coalesce(sum(-t.delta), 0) > p.reversed_credits`;
