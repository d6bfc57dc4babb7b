import { type ServiceName, schemaOf, serviceNames } from './provision.ts';

/** Whoever has a NATS user of its own. */
export type BusUser = ServiceName | 'gateway';
export const busUsers: readonly BusUser[] = [...serviceNames, 'gateway'];

/** What each program takes from the bus: durable consumers, or only live facts. Its own subjects it publishes. */
const TAKES: Readonly<Record<BusUser, { consumes: readonly string[]; watches: readonly string[] }>> = {
  identity: {
    consumes: [
      'certificate.act',
      'certificate.issued',
      'certificate.revoked',
      'payment.act',
      'payment.alert',
      'payment.boleto_issued',
      'payment.given_back',
      'payment.purchase_completed',
      'payment.refunded',
      'payment.settled',
      'payment.to_return',
      'registration.act',
      'registration.assignment_changed',
      'registration.assignments_dropped',
      'registration.closure_changed',
      'registration.message_waiting',
      'registration.payment_reminder',
      'registration.staff_message_waiting',
      'registration.status_changed',
      'registration.unpaid_file_expiring',
      'storage.object_damaged',
    ],
    watches: [],
  },
  registration: {
    consumes: [
      'certificate.revoked',
      'identity.user_changed',
      'payment.flag_changed',
      'storage.file_inspected',
    ],
    watches: [],
  },
  'storage-hashing': {
    consumes: ['registration.file_attached', 'registration.file_released', 'registration.upload_expired'],
    watches: [],
  },
  'payment-credit': {
    consumes: ['identity.user_changed', 'registration.deleted', 'registration.paid'],
    watches: [],
  },
  certificate: {
    consumes: [
      'payment.flag_changed',
      'registration.certificate_unblocked',
      'registration.deleted',
      'registration.file_attached',
      'registration.status_changed',
      'storage.file_inspected',
    ],
    watches: [],
  },
  gateway: { consumes: [], watches: ['identity.*', 'payment.balance_changed', 'registration.*'] },
};

/** Types of the events a program's durable consumers take. */
export const consumedBy = (user: BusUser): readonly string[] => TAKES[user].consumes;

export type Rights = { publish: string[]; subscribe: string[] };

/** The durable name of a program's consumer of a type of event. */
export const durableOf = (program: string, type: string): string => `${program}-${type.replaceAll('.', '-')}`;

/**
 * The NATS permissions of a program's user: to publish its own subjects, the dead letters of what it consumes, and of
 * JetStream's API what its own consumers need (each with the one subject it takes in the call itself, so that none takes
 * another's) and what says that the streams are there; to subscribe to its own inbox, and the gateway to what it shows.
 * @param prefix first token of every subject; `*` for servers that tests with prefixes of their own share
 */
export function rightsOf(user: BusUser, prefix: string): Rights {
  const stream = prefix === '*' ? '*' : `${prefix.toUpperCase()}_EVENTS`;
  const dead = prefix === '*' ? '*' : `${prefix.toUpperCase()}_DEAD`;
  const { consumes, watches } = TAKES[user];
  const subscribe = [`_INBOX_${user}.>`, ...watches.map((pattern) => `${prefix}.${pattern}`)];
  if (user === 'gateway') return { publish: [], subscribe };
  const ofConsumers = consumes.flatMap((type) => {
    const durable = durableOf(user, type);
    return [
      `$JS.API.CONSUMER.CREATE.${stream}.${durable}.${prefix}.${type}`,
      `$JS.API.CONSUMER.INFO.${stream}.${durable}`,
      `$JS.API.CONSUMER.MSG.NEXT.${stream}.${durable}`,
      `$JS.ACK.${stream}.${durable}.>`,
      prefix === '*' ? `*.${type}` : `${prefix}dead.${type}`,
    ];
  });
  // Operators make and change streams (streams.ts): whoever may change one can drop or redirect everybody's events.
  const ofStreams = [stream, dead].map((name) => `$JS.API.STREAM.INFO.${name}`);
  return {
    publish: [...new Set([`${prefix}.${schemaOf[user]}.*`, ...ofStreams, ...ofConsumers])],
    subscribe,
  };
}
