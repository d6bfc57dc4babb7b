import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { backupRestore } from './backup-restore.ts';
import { cutUploads } from './cut-uploads.ts';
import { dropWebhooks } from './drop-webhooks.ts';
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
const DRILLS: Record<string, () => Promise<void>> = { ...CONCURRENT_DRILLS, ...ALONE };
const LANES = 2;
const MAX_OUTPUT_BYTES = 64 * 1_024 * 1_024;

async function runHere(name: string): Promise<void> {
  const begun = Date.now();
  console.log(`=== ${name}`);
  try {
    await DRILLS[name]?.();
    console.log(`=== ${name}: ok in ${Math.round((Date.now() - begun) / 1_000)} s\n`);
  } catch (error) {
    console.log(`=== ${name}: FAILED: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

async function runBeside(name: string): Promise<void> {
  const command = promisify(execFile)(process.execPath, [import.meta.filename, name], {
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  const stop = () => command.child.kill();
  process.once('exit', stop);
  try {
    const { stdout, stderr } = await command;
    console.log(stdout + stderr);
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    console.log(`${stdout}${stderr}=== ${name}: FAILED`);
    process.exitCode = 1;
  } finally {
    process.off('exit', stop);
  }
}

/** `node deploy/tests/faults/run.ts [drill …]`: runs the named drills sequentially in this process, or all drills. */
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
