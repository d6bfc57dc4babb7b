import type { z } from 'zod';
import { awaitListening } from './await-listen.ts';
import { ConfigError } from './config-error.ts';
import { loadConfig, withSecretFiles } from './env.ts';
import { createLogger, type Logger } from './log.ts';
import { serveMetrics } from './metrics.ts';
import { startTelemetry } from './telemetry.ts';

type Program<C> = (config: C, parts: { log: Logger }) => Promise<{ stop(): Promise<void> }>;

type Needs = {
  LOG_LEVEL: string;
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_TRACES_SAMPLER_ARG: number;
  HOST: string;
  METRICS_PORT?: number | undefined;
  SHUTDOWN_GRACE_MS: number;
};

/**
 * Runs a program: reads its configuration (if invalid: one line, exit code 1), starts it, and on SIGTERM or SIGINT
 * stops it within a time limit (exit code 0). An unhandled rejection ends the process; the supervisor restarts it.
 */
export async function run<S extends z.ZodType<Needs>>(
  name: string,
  schema: S,
  start: Program<z.infer<S>>,
  env: Record<string, string | undefined>,
): Promise<void> {
  let config: z.infer<S>;
  try {
    config = loadConfig(schema, withSecretFiles(env));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${name}: ${error.message}\n`);
    process.exit(1);
  }
  const log = createLogger(name, config.LOG_LEVEL);
  const stopTelemetry = await startTelemetry(name, {
    endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT,
    ratio: config.OTEL_TRACES_SAMPLER_ARG,
    ignoreRemoteSampling: name === 'gateway',
  });
  let signalled = false;
  let running: { stop(): Promise<void> } | undefined;
  const stop = async (signal: string) => {
    if (signalled) return;
    signalled = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), config.SHUTDOWN_GRACE_MS + 5_000).unref();
    await running?.stop().catch((error) => log.error({ err: error }, 'stop failed'));
    await stopTelemetry();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'unhandled rejection');
    process.exit(1);
  });
  try {
    if (config.METRICS_PORT !== undefined) {
      await awaitListening('METRICS_PORT', serveMetrics(config.HOST, config.METRICS_PORT));
    }
    running = await start(config, { log });
  } catch (error) {
    if (signalled) return;
    if (error instanceof ConfigError) process.stderr.write(`${name}: ${error.message}\n`);
    else log.fatal({ err: error }, 'start failed');
    process.exit(1);
  }
}
