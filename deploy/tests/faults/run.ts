import { startChild } from '../../stack/child.ts';
import { backupRestore } from './backup-restore.ts';
import { cutUploads } from './cut-uploads.ts';
import { dropWebhooks } from './drop-webhooks.ts';
import { failover } from './failover/failover.ts';
import { floods } from './floods.ts';
import { keyRotation } from './key-rotation.ts';
import { killPayment } from './kill-payment.ts';
import { lostEvents } from './lost-events.ts';
import { natsLosesAll } from './nats-loses-all.ts';
import { natsDownCredits, natsWrongAuth } from './nats-trouble.ts';
import { operatorLeaves } from './operator-leaves.ts';
import { natsDown, postgresRestarts } from './outages.ts';
import { postgresTrouble } from './postgres-trouble.ts';
import { raceCardAndCredits } from './race-card-credits.ts';
import { rollingRestart } from './rolling-restart.ts';
import { stoppedProcess } from './stopped.ts';

/** These drills mostly wait and measure no times, so two run at once, longest first. */
const CONCURRENT_DRILLS = {
  'key-rotation': keyRotation,
  'kill-payment': killPayment,
  'postgres-trouble': postgresTrouble,
  'nats-wrong-auth': natsWrongAuth,
  'nats-away': natsDown,
  'postgres-restarts': postgresRestarts,
  'race-card-credits': raceCardAndCredits,
  'lost-events': lostEvents,
  'nats-loses-all': natsLosesAll,
  'backup-restore': backupRestore,
  'stopped-process': stoppedProcess,
  'drop-webhooks': dropWebhooks,
};
/** These drills measure times or need the whole machine, so they run sequentially. */
const ALONE = {
  'rolling-restart': rollingRestart,
  'nats-away-credits': natsDownCredits,
  floods,
  'cut-uploads': cutUploads,
  'operator-leaves': operatorLeaves,
};
/** These drills need root and programs of another Debian release, so they run only by name. */
const BY_NAME = { failover };
const DRILLS: Record<string, () => Promise<void>> = { ...CONCURRENT_DRILLS, ...ALONE, ...BY_NAME };
const LANES = 2;

async function runHere(name: string): Promise<void> {
  const startedAt = Date.now();
  console.log(`=== ${name}`);
  try {
    await DRILLS[name]?.();
    console.log(`=== ${name}: ok in ${Math.round((Date.now() - startedAt) / 1_000)} s\n`);
  } catch (error) {
    console.log(`=== ${name}: FAILED: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

async function runBeside(name: string): Promise<void> {
  const output: string[] = [];
  const child = await startChild({
    name,
    command: process.execPath,
    args: [import.meta.filename, name],
    env: process.env,
    onLine: (line) => output.push(line),
    partingSignal: 'SIGTERM',
  });
  const { code } = await child.exited;
  console.log(output.join('\n'));
  if (code === 0) return;
  console.log(`=== ${name}: FAILED`);
  process.exitCode = 1;
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(DRILLS, name));
if (unknown.length > 0) {
  console.error(`no such drill: ${unknown.join(', ')} (there are ${Object.keys(DRILLS).join(', ')})`);
  process.exit(1);
}
for (const name of wanted) await runHere(name);
if (wanted.length === 0) {
  const queue = Object.keys(CONCURRENT_DRILLS);
  const lane = async () => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) await runBeside(name);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  for (const name of Object.keys(ALONE)) await runBeside(name);
}
