import { type ServiceName, schemaOf, serviceNames } from './provision.ts';

/** Programs with a NATS user. */
export type BusUser = ServiceName | 'gateway';
export const busUsers: readonly BusUser[] = [...serviceNames, 'gateway'];

/** Events each program consumes (durable) or only watches. It publishes its own subjects. */
const SUBSCRIPTIONS: Readonly<Record<BusUser, { consumes: readonly string[]; watches: readonly string[] }>> =
  {
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

export const consumedBy = (user: BusUser): readonly string[] => SUBSCRIPTIONS[user].consumes;

export type NatsPermissions = { publish: string[]; subscribe: string[] };

export const durableOf = (program: string, type: string): string => `${program}-${type.replaceAll('.', '-')}`;

/**
 * NATS permissions: publish own subjects, dead letters of consumed types, and the JetStream API calls of its own
 * consumers (with their subject) and stream info; subscribe to its own inbox, the gateway also to watched events.
 * @param prefix first token of every subject; `*` for servers that tests share
 */
export function permissionsOf(user: BusUser, prefix: string): NatsPermissions {
  const stream = prefix === '*' ? '*' : `${prefix.toUpperCase()}_EVENTS`;
  const dead = prefix === '*' ? '*' : `${prefix.toUpperCase()}_DEAD`;
  const { consumes, watches } = SUBSCRIPTIONS[user];
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
  // Only operators change streams (streams.ts): a changed stream could drop or redirect every event.
  const ofStreams = [stream, dead].map((name) => `$JS.API.STREAM.INFO.${name}`);
  return {
    publish: [...new Set([`${prefix}.${schemaOf[user]}.*`, ...ofStreams, ...ofConsumers])],
    subscribe,
  };
}
