import {
  AckPolicy,
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamManager,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import type { DeliverFrom } from './events.ts';
import type { Logger } from './log.ts';
import { readNatsServers } from './nats-servers.ts';

const DAY_NS = 24 * 3_600 * 1_000_000_000;
const STREAM_DAYS = 30;

export const eventStream = (prefix: string): string => `${prefix.toUpperCase()}_EVENTS`;
export const deadStream = (prefix: string): string => `${prefix.toUpperCase()}_DEAD`;

/** Creates or updates the streams of events and dead letters. @param url NATS URL with the operators' user */
export async function createStreams(
  url: string,
  { prefix, replicas }: { prefix: string; replicas: number },
): Promise<void> {
  const nc = await connect({ ...readNatsServers(url), name: 'streams', reconnect: false });
  try {
    const jsm = await jetstreamManager(nc, { checkAPI: false });
    await ensureStream(jsm, eventStream(prefix), `${prefix}.>`, STREAM_DAYS, replicas);
    await ensureStream(jsm, deadStream(prefix), `${prefix}dead.>`, 365, replicas);
  } finally {
    await nc.close();
  }
}

/** @throws Error when a stream is missing, with one line that names the command */
export async function requireStreams(jsm: JetStreamManager, prefix: string): Promise<void> {
  for (const stream of [eventStream(prefix), deadStream(prefix)]) {
    await jsm.streams.info(stream).catch((error: unknown) => {
      if (!isMissingStream(error)) throw error;
      throw new Error(`NATS has no stream ${stream}: an operator makes it (services/kit/bin/streams.ts)`);
    });
  }
}

/** Logs an error when NATS no longer has the event stream after a reconnect. */
export async function logMissingStream(jsm: JetStreamManager, prefix: string, log: Logger): Promise<void> {
  const stream = eventStream(prefix);
  try {
    await jsm.streams.info(stream);
  } catch (error) {
    if (!isMissingStream(error)) throw error;
    log.error(
      { stream },
      'NATS came back without its events: make its streams (services/kit/bin/streams.ts); what consumers had not taken they fetch then from the services that published it',
    );
  }
}

async function ensureStream(
  jsm: JetStreamManager,
  name: string,
  subject: string,
  days: number,
  replicas: number,
): Promise<void> {
  const settings = {
    subjects: [subject],
    max_age: days * DAY_NS,
    duplicate_window: 120 * 1_000_000_000,
    num_replicas: replicas,
  };
  try {
    await jsm.streams.add({
      name,
      retention: RetentionPolicy.Limits,
      storage: StorageType.File,
      discard: DiscardPolicy.Old,
      ...settings,
    });
  } catch (error) {
    if (!isTaken(error)) throw error;
    await jsm.streams.update(name, settings);
  }
}

// "stream name already in use", "consumer already exists": created by an earlier release with other settings.
const TAKEN = [10_058, 10_013, 10_148];
const STREAM_NOT_FOUND = 10_059;
const isApiError = (error: unknown, ...codes: number[]): boolean =>
  error instanceof JetStreamApiError && codes.includes(error.code);
const isMissingStream = (error: unknown): boolean => isApiError(error, STREAM_NOT_FOUND);
const isTaken = (error: unknown): boolean => isApiError(error, ...TAKEN);

export type ConsumerOptions = { durable: string; subject: string; deliver: DeliverFrom };

export async function ensureConsumer(
  jsm: JetStreamManager,
  stream: string,
  options: ConsumerOptions,
): Promise<void> {
  const { durable } = options;
  try {
    await jsm.consumers.add(stream, { ...consumerConfig(options), ...startPosition(options.deliver) });
  } catch (error) {
    if (!isTaken(error)) throw error;
    // The start position of an existing consumer cannot change.
    await jsm.consumers.update(stream, durable, consumerConfig(options));
  }
}

const DAY_MS = 24 * 3_600_000;

const startPosition = (deliver: DeliverFrom) =>
  deliver === 'all'
    ? { deliver_policy: DeliverPolicy.All }
    : {
        deliver_policy: DeliverPolicy.StartTime,
        opt_start_time: new Date(Date.now() - DAY_MS).toISOString(),
      };

/** Durable pull consumer of one subject; compatible with server 2.9. */
const consumerConfig = ({ durable, subject }: ConsumerOptions) => ({
  durable_name: durable,
  filter_subject: subject,
  ack_policy: AckPolicy.Explicit,
  // Redelivery delay after a crash; slow handlers extend it with working().
  ack_wait: 10 * 1_000_000_000,
  max_deliver: -1,
  // Includes events that wait for a retry. The limit is high, so that these do not block other events.
  max_ack_pending: 1_000,
});
