import { ownerOfType } from '@g2/kit/envelope';
import { consumedBy, durableOf } from '@g2/kit/nats-permissions';
import { schemaOf, serviceNames } from '@g2/kit/provision';
import { formatDuration, type Section } from './sources.ts';

/** Events published at least a minute ago that a consumer has not handled, by consumer. */
export const effects: Section = async ({ sql }) => {
  const rows = await sql<{ consumer: string; count: number; seconds: number }>(
    `${CONSUMERS.map(unhandled).join(' UNION ALL ')} ORDER BY 3 DESC NULLS LAST`,
  );
  return rows
    .filter(({ count }) => count > 0)
    .map(
      ({ consumer, count, seconds }) =>
        `${consumer}: ${count} published and not handled, the oldest for ${formatDuration(seconds)}`,
    );
};

const CONSUMERS = serviceNames.flatMap((service) =>
  consumedBy(service).map((type) => ({
    type,
    name: durableOf(service, type),
    mine: schemaOf[service],
    theirs: schemaOf[serviceNames.find((name) => name === ownerOfType(type)) ?? service],
  })),
);

/**
 * SQL that counts a consumer's unhandled events: those published after its last comparison with the
 * publisher, and those that a comparison found missing. Excludes events that it gave up.
 */
const unhandled = ({ type, name, mine, theirs }: (typeof CONSUMERS)[number]): string =>
  `SELECT '${name}' AS consumer, count(*)::int AS count,
     extract(epoch FROM now() - min(o.published_at))::float8 AS seconds
   FROM ${theirs}.outbox o
   WHERE o.type = '${type}' AND o.published_at <= now() - interval '60 s'
     AND (o.published_at > (SELECT timestamptz 'epoch' + p.published_us::float8 * interval '1 microsecond'
            FROM ${mine}.consumer_positions p WHERE p.consumer = '${name}')
       OR o.id IN (SELECT m.event_id FROM ${mine}.missed_events m WHERE m.consumer = '${name}' AND NOT m.given_up))
     AND NOT EXISTS (SELECT FROM ${mine}.inbox i WHERE i.consumer = '${name}' AND i.event_id = o.id)
     AND NOT EXISTS (SELECT FROM ${mine}.missed_events m
       WHERE m.consumer = '${name}' AND m.event_id = o.id AND m.given_up)`;
