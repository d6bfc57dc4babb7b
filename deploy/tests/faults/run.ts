import { backupRestore } from './backup-restore.ts';
import { cutUploads } from './cut-uploads.ts';
import { dropWebhooks } from './drop-webhooks.ts';
import { floods } from './floods.ts';
import { keyRotation } from './key-rotation.ts';
import { killPayment } from './kill-payment.ts';
import { natsLosesAll } from './nats-loses-all.ts';
import { natsAwayCredits, natsWrongAuth } from './nats-trouble.ts';
import { operatorLeaves } from './operator-leaves.ts';
import { natsAway, postgresRestarts } from './outages.ts';
import { postgresTrouble } from './postgres-trouble.ts';
import { raceCardAndCredits } from './race-card-credits.ts';
import { rollingRestart } from './rolling-restart.ts';
import { stoppedProcess } from './stopped.ts';

const DRILLS = {
  'race-card-credits': raceCardAndCredits,
  'drop-webhooks': dropWebhooks,
  'kill-payment': killPayment,
  'rolling-restart': rollingRestart,
  'key-rotation': keyRotation,
  'nats-away': natsAway,
  'nats-loses-all': natsLosesAll,
  'postgres-restarts': postgresRestarts,
  'postgres-trouble': postgresTrouble,
  'nats-wrong-auth': natsWrongAuth,
  'nats-away-credits': natsAwayCredits,
  floods,
  'stopped-process': stoppedProcess,
  'cut-uploads': cutUploads,
  'operator-leaves': operatorLeaves,
  'backup-restore': backupRestore,
};

/** `node deploy/tests/faults/run.ts [drill …]`: one after the other, each on a stack of its own, each with its figures. */
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(DRILLS, name));
if (unknown.length > 0) {
  console.error(`no such drill: ${unknown.join(', ')} (there are ${Object.keys(DRILLS).join(', ')})`);
  process.exit(1);
}
for (const [name, drill] of Object.entries(DRILLS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const begun = Date.now();
  console.log(`=== ${name}`);
  try {
    await drill();
    console.log(`=== ${name}: ok in ${Math.round((Date.now() - begun) / 1000)} s\n`);
  } catch (error) {
    console.log(`=== ${name}: FAILED: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
