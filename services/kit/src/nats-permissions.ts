import { facts } from '@g2/proto/facts';
import { type ServiceName, schemaOf, serviceNames } from './provision.ts';

export type BusUser = ServiceName | 'gateway';
export const busUsers: readonly BusUser[] = [...serviceNames, 'gateway'];

/** Events that the gateway watches to update pages open in a browser. */
const WATCHED = ['identity.*', 'payment.balance_changed', 'registration.*'];

/** Event types that a program consumes with a durable consumer, sorted. */
export const consumedBy = (user: BusUser): readonly string[] =>
  Object.values(facts)
    .filter(({ consumers }) => consumers.some((name) => name === user))
    .map(({ type }) => type)
    .sort();

export type NatsPermissions = { publish: string[]; subscribe: string[] };

export const durableOf = (program: string, type: string): string => `${program}-${type.replaceAll('.', '-')}`;

/**
 * NATS permissions of a program. A service may publish events on its own subjects, dead letters of the types
 * that it consumes, and JetStream requests about its own consumers and the streams. It may subscribe to its
 * own inbox; the gateway may only subscribe, also to the events that it watches.
 * @param prefix first token of every subject; `*` for servers that tests share
 */
export function permissionsOf(user: BusUser, prefix: string): NatsPermissions {
  const stream = prefix === '*' ? '*' : `${prefix.toUpperCase()}_EVENTS`;
  const dead = prefix === '*' ? '*' : `${prefix.toUpperCase()}_DEAD`;
  const inbox = `_INBOX_${user}.>`;
  if (user === 'gateway')
    return { publish: [], subscribe: [inbox, ...WATCHED.map((pattern) => `${prefix}.${pattern}`)] };
  const ofConsumers = consumedBy(user).flatMap((type) => {
    const durable = durableOf(user, type);
    return [
      `$JS.API.CONSUMER.CREATE.${stream}.${durable}.${prefix}.${type}`,
      `$JS.API.CONSUMER.INFO.${stream}.${durable}`,
      `$JS.API.CONSUMER.MSG.NEXT.${stream}.${durable}`,
      `$JS.ACK.${stream}.${durable}.>`,
      prefix === '*' ? `*.${type}` : `${prefix}dead.${type}`,
    ];
  });
  // Services only read stream information. The user `ops` creates and updates streams (streams.ts), because a changed
  // stream could drop or redirect every event.
  const ofStreams = [stream, dead].map((name) => `$JS.API.STREAM.INFO.${name}`);
  return {
    publish: [...new Set([`${prefix}.${schemaOf[user]}.*`, ...ofStreams, ...ofConsumers])],
    subscribe: [inbox],
  };
}
