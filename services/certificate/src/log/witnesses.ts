import { type Loop, startLoop } from '@g2/kit/loop';
import { consistencyPath } from '@g2/proof/merkle';
import { openNote } from '@g2/proof/note';
import type { Witness } from '@g2/proof/witness';
import { readBounded } from '../authorities/bounded-fetch.ts';
import type { Deps } from '../deps.ts';
import { cosignatures } from '../metrics.ts';
import {
  hashesOf,
  newestCheckpoint,
  type StoredCheckpoint,
  saveCosignature,
  witnessTreeSize,
} from './store.ts';

const EVERY_MS = 5_000;
const ANSWER_MS = 10_000;
/** Maximum response of a witness, bytes; it returns a few signature lines. */
const ANSWER_BYTES = 16_384;

/** Requests cosignatures of the newest checkpoint (c2sp.org/tlog-witness). Failures are retried on the next run. */
export const startCosigning = (deps: Deps): Loop =>
  startLoop('witnesses', EVERY_MS, deps.log, async (signal) => {
    const newest = await newestCheckpoint(deps.store.db);
    if (!newest) return undefined;
    for (const witness of deps.witnesses) {
      if (signal.aborted) return undefined;
      await requestCosignature(deps, witness, newest, signal).catch((error: unknown) => {
        cosignatures.inc({ outcome: 'failed' });
        deps.log.warn({ err: error, witness: witness.key.name }, 'a witness has not signed');
      });
    }
    return undefined;
  });

async function requestCosignature(
  deps: Deps,
  witness: Witness,
  newest: StoredCheckpoint,
  signal: AbortSignal,
): Promise<void> {
  const { db } = deps.store;
  const { name } = witness.key;
  const known = await witnessTreeSize(db, name);
  if (known >= newest.size) return;
  const answer = await addCheckpoint(deps, witness, { from: known, newest, signal });
  // On 409 the witness returns its tree size, which differs from the recorded one.
  if (answer.status === 409 && /^\d{1,15}\n?$/.test(answer.text)) {
    const size = Number(answer.text);
    if (size > newest.size) throw new Error(`it knows a larger tree than ours: ${size}`);
    if (size !== known) return saveCosignature(db, { name, size, lines: [] });
  }
  if (answer.status !== 200) throw new Error(`it answered ${answer.status}`);
  const lines = answer.text.split(/(?<=\n)/);
  const { signed } = openNote(newest.note + answer.text, [witness.key]);
  if (signed.length === 0) throw new Error('it answered without its signature');
  await saveCosignature(db, { name, size: newest.size, lines });
  cosignatures.inc({ outcome: 'ok' });
}

type CosignatureRequest = { from: number; newest: StoredCheckpoint; signal: AbortSignal };

async function addCheckpoint(deps: Deps, { url }: Witness, { from, newest, signal }: CosignatureRequest) {
  const path =
    from === 0 ? [] : await hashesOf(deps.store.db, consistencyPath(from, newest.size), newest.size);
  const proof = path.map((hash) => `${Buffer.from(hash).toString('base64')}\n`).join('');
  const response = await fetch(`${url}/add-checkpoint`, {
    method: 'POST',
    redirect: 'error',
    body: `old ${from}\n${proof}\n${newest.note}`,
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
  });
  return { status: response.status, text: (await readBounded(response, ANSWER_BYTES)).toString() };
}
