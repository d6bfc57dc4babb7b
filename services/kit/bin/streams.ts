// Creates or updates the NATS streams of events and of dead letters: `node services/kit/bin/streams.ts`, with
// NATS_URL (user `ops`) or NATS_URL_FILE, NATS_PREFIX and NATS_REPLICAS. Waits until NATS is reachable.
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { loadConfig, streamVariables, withSecretFiles } from '../src/env.ts';
import { createStreams } from '../src/streams.ts';

const PATIENCE_MS = 120_000;

const config = loadConfig(z.object(streamVariables), withSecretFiles(process.env));

for (const until = Date.now() + PATIENCE_MS; ; await delay(1_000)) {
  try {
    await createStreams(config.NATS_URL, { prefix: config.NATS_PREFIX, replicas: config.NATS_REPLICAS });
    break;
  } catch (error) {
    if (Date.now() > until) throw error;
    console.log(`NATS is not there yet: ${error instanceof Error ? error.message : 'unknown'}`);
  }
}
console.log('the streams are there');
