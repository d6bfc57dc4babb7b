import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeTemplates } from '@g2/kit/testing-databases';
import type { TestProject } from 'vitest/node';
import { startNats, startPostgres } from '../../stack/infra.ts';
import { startSeaweed } from '../../stack/seaweed.ts';
import type { TestInfra, TestServers } from './test-servers.ts';

type Stoppable = { stop(): Promise<void> };

const compileCache = join(import.meta.dirname, '../../../node_modules/.cache/compiled');

declare module 'vitest' {
  export interface ProvidedContext {
    infra: TestInfra;
  }
}

/** Vitest globalSetup: shared real PostgreSQL, NATS and S3, embedded or as containers (`INFRA=docker`). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'g2-test-'));
  // Temporary files of tests are removed together with the servers' folder.
  process.env.TMPDIR = folder;
  const started: Stoppable[] = [];
  const abort = new AbortController();
  const stop = async () => {
    abort.abort();
    await Promise.all(started.map((server) => server.stop()));
    rmSync(folder, { recursive: true, force: true });
  };
  const stopOnSigterm = () => void stop().finally(() => process.exit(143));
  // The test runner calls process.exit() on a signal; the servers are killed then and the folder must be removed.
  const removeFolder = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.once('SIGTERM', stopOnSigterm).once('exit', removeFolder);
  try {
    const servers = await start(folder, started, abort.signal);
    const templates = await makeTemplates(servers.postgresUrl);
    project.provide('infra', { ...servers, templates, compiled: { NODE_COMPILE_CACHE: compileCache } });
  } catch (error) {
    await stop();
    throw error;
  }
  return async () => {
    process.off('SIGTERM', stopOnSigterm).off('exit', removeFolder);
    await stop();
  };
}

async function start(folder: string, started: Stoppable[], signal: AbortSignal): Promise<TestServers> {
  const track = <T extends Stoppable>(server: T): T => {
    started.push(server);
    return server;
  };
  const say = (line: string) => console.log(line);
  if (process.env.INFRA === 'docker') {
    const { startInDocker } = await import('./test-infra-docker.ts');
    const { postgresUrl, natsUrl, natsUrls, s3 } = track(await startInDocker(say));
    return { postgresUrl, natsUrl, natsUrls, s3 };
  }
  const [postgres, nats, s3] = await Promise.all([
    startPostgres({ dataDir: join(folder, 'postgres'), fsync: false }).then(track),
    startNats({ dataDir: join(folder, 'nats'), prefix: '*', say, signal }).then(track),
    s3Server(folder, track, say, signal),
  ]);
  return {
    postgresUrl: postgres.url,
    natsUrl: nats.url,
    natsUrls: nats.urls,
    s3,
  };
}

/**
 * The S3 server of S3_ENDPOINT, S3_ACCESS_KEY and S3_SECRET_KEY, else a SeaweedFS of its own; null when unavailable.
 */
async function s3Server(
  folder: string,
  track: <T extends Stoppable>(server: T) => T,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<TestServers['s3']> {
  const { S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY } = process.env;
  if (S3_ENDPOINT && S3_ACCESS_KEY && S3_SECRET_KEY)
    return { endpoint: S3_ENDPOINT, accessKey: S3_ACCESS_KEY, secretKey: S3_SECRET_KEY };
  try {
    const { endpoint, accessKey, secretKey } = track(
      await startSeaweed({ dataDir: join(folder, 's3'), say, signal }),
    );
    return { endpoint, accessKey, secretKey };
  } catch (error) {
    signal.throwIfAborted();
    say(`no S3 server, its tests are skipped: ${String(error).split('\n')[0]}`);
    return null;
  }
}
