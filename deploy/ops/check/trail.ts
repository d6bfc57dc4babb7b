import { setTimeout as delay } from 'node:timers/promises';
import { withSecretFiles } from '@g2/kit/env';
import type { ChainedRow, ChainFault, ChainHead } from '../../../services/identity/src/domain/audit-chain.ts';
import {
  linksAfter,
  unchainedQuery,
  WALK_PAGE,
  walkAuditChain,
} from '../../../services/identity/src/store/audit-chain-walk.ts';
import { checkTargetsOf, runCommand, withReadOnlyTransaction } from '../world.ts';
import { printResults, type Result } from './money.ts';

const TABLE = 'identity.audit';
/** Covers acts that arrive late from another service. Each is appended to the hash chain within a second. */
const GRACE_MS = 10_000;
/** The sweep removes IP addresses after 180 days. The check allows a day less. */
const MIN_ADDRESS_AGE = "interval '179 days'";

export type TrailChecked = { results: Result[]; head: ChainHead };

/** Checks the audit trail's hash chain. @param since earlier checkpoint; only it reveals a removed end or a rewrite */
export async function checkTrail(
  databaseUrl: string,
  since?: ChainHead,
  graceMs: number = GRACE_MS,
): Promise<TrailChecked> {
  const { head, faults, continuesSince } = await withReadOnlyTransaction(databaseUrl, (client) =>
    walkAuditChain(
      async (after) => (await client.query<ChainedRow>(linksAfter(TABLE), [after, WALK_PAGE])).rows,
      since,
    ),
  );
  const results = [
    { name: 'each act is as it was chained, and none is missing', ...resultOf(faults, head) },
    { name: 'each act is in the chain', ...(await allChained(databaseUrl, graceMs)) },
    { name: 'no address went before its time', ...(await addresses(databaseUrl)) },
  ];
  if (since) {
    const breaches = continuesSince ? [] : [`position ${since.position} is not what the earlier check saw`];
    results.push({
      name: 'the trail goes on from where the earlier check ended',
      figures: formatCheckpoint(since),
      breaches,
    });
  }
  return { results, head };
}

const WRONG: Record<ChainFault['kind'], string> = {
  missing: 'what comes before it was taken out',
  changed: 'it was changed, or something before it was put in or taken out',
  address: 'its address is not the one it was kept with',
};

const resultOf = (faults: ChainFault[], head: ChainHead) => ({
  figures: `${head.position} acts`,
  breaches: faults.map(({ kind, position, id }) => `position ${position} (${id}): ${WRONG[kind]}`),
});

async function allChained(databaseUrl: string, graceMs: number) {
  const pendingActs = () =>
    withReadOnlyTransaction(
      databaseUrl,
      async (client) => (await client.query<{ id: string }>(unchainedQuery(TABLE))).rows,
    );
  let found = await pendingActs();
  if (found.length > 0) {
    await delay(graceMs);
    const still = new Set((await pendingActs()).map(({ id }) => id));
    found = found.filter(({ id }) => still.has(id));
  }
  return {
    figures: `${found.length} left out`,
    breaches: found.map(({ id }) => `${id} has waited for more than five minutes`),
  };
}

const addresses = (databaseUrl: string) =>
  withReadOnlyTransaction(databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `SELECT id FROM ${TABLE} WHERE address IS NULL AND at > now() - ${MIN_ADDRESS_AGE} ORDER BY at LIMIT 100`,
    );
    return { figures: `${rows.length} early`, breaches: rows.map(({ id }) => `${id} has lost its address`) };
  });

export const formatCheckpoint = ({ position, hash }: ChainHead): string =>
  `${position}:${hash.toString('hex')}`;

/** Reads the checkpoint after `--since`. @throws Error when it is malformed */
export function parseCheckpoint(args: readonly string[]): ChainHead | undefined {
  if (args.length === 0) return undefined;
  const [, position, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(args[1] ?? '') ?? [];
  if (args.length !== 2 || args[0] !== '--since' || !position || !hash) {
    throw new Error('only --since <position>:<hash> may be given, as an earlier check printed it');
  }
  return { position: Number(position), hash: Buffer.from(hash, 'hex') };
}

if (import.meta.main) {
  await runCommand('trail check', 2, async () => {
    const since = parseCheckpoint(process.argv.slice(2));
    const { databaseUrl } = checkTargetsOf(withSecretFiles(process.env));
    const graceMs = Number(process.env.CHECK_GRACE_MS || GRACE_MS);
    const { results, head } = await checkTrail(databaseUrl, since, graceMs);
    process.exitCode = printResults(results) ? 0 : 1;
    console.log(`trail checkpoint ${formatCheckpoint(head)}`);
  });
}
