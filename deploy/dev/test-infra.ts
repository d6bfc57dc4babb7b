import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeTemplates, type Templates } from '@g2/kit/testing-databases';
import type { TestProject } from 'vitest/node';
import { type NatsServer, startMinio, startNats, startPostgres } from './infra.ts';

export type TestInfra = {
  /** Superuser URL; a test makes roles and schemas of its own. */
  postgresUrl: string;
  /** What the databases of tests are copies of. */
  templates: Templates;
  /** NATS for a user who may do everything. */
  natsUrl: string;
  /** NATS for each program's own user. */
  natsUrls: NatsServer['urls'];
  /** null where MinIO cannot be had. */
  s3: { endpoint: string; accessKey: string; secretKey: string } | null;
  /** Environment of programs that tests start: where those of before left their code compiled. */
  compiled: { NODE_COMPILE_CACHE: string };
};

/** The servers alone. */
export type TestServers = Omit<TestInfra, 'templates' | 'compiled'>;

type Stoppable = { stop(): Promise<void> };

const compileCache = join(import.meta.dirname, '../../node_modules/.cache/compiled');

declare module 'vitest' {
  export interface ProvidedContext {
    infra: TestInfra;
  }
}

/**
 * Vitest globalSetup: real PostgreSQL, NATS and MinIO, the same for all test files; embedded, in a temporary folder,
 * or as containers with `INFRA=docker`.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'g2-test-'));
  // What tests leave in the temporary folder goes with the servers' own.
  process.env.TMPDIR = folder;
  const started: Stoppable[] = [];
  const abort = new AbortController();
  const stop = async () => {
    abort.abort();
    await Promise.all(started.map((server) => server.stop()));
    rmSync(folder, { recursive: true, force: true });
  };
  const stopEarly = () => void stop().finally(() => process.exit(143));
  // The test runner leaves by process.exit() on a signal: the servers are killed then, and the folder must go too.
  const sweep = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.once('SIGTERM', stopEarly).once('exit', sweep);
  try {
    const servers = await start(folder, started, abort.signal);
    const templates = await makeTemplates(servers.postgresUrl);
    project.provide('infra', { ...servers, templates, compiled: { NODE_COMPILE_CACHE: compileCache } });
  } catch (error) {
    await stop();
    throw error;
  }
  return async () => {
    process.off('SIGTERM', stopEarly).off('exit', sweep);
    await stop();
  };
}

async function start(folder: string, started: Stoppable[], signal: AbortSignal): Promise<TestServers> {
  const keep = <T extends Stoppable>(server: T): T => {
    started.push(server);
    return server;
  };
  const say = (line: string) => console.log(line);
  if (process.env.INFRA === 'docker') {
    const { startInDocker } = await import('./test-infra-docker.ts');
    const { postgresUrl, natsUrl, natsUrls, s3 } = keep(await startInDocker(say));
    return { postgresUrl, natsUrl, natsUrls, s3 };
  }
  const [postgres, nats, s3] = await Promise.all([
    startPostgres({ dataDir: join(folder, 'postgres'), fsync: false }).then(keep),
    startNats({ dataDir: join(folder, 'nats'), prefix: '*', say, signal }).then(keep),
    startMinio({ dataDir: join(folder, 'minio'), say, signal }).then(keep, (error: Error) => {
      signal.throwIfAborted();
      console.log(`MinIO is not there, its tests are skipped: ${error.message.split('\n')[0]}`);
      return null;
    }),
  ]);
  return {
    postgresUrl: postgres.url,
    natsUrl: nats.url,
    natsUrls: nats.urls,
    s3: s3 && { endpoint: s3.endpoint, accessKey: s3.accessKey, secretKey: s3.secretKey },
  };
}
