import { type DomainEvent, event } from '@g2/kit/events';
import { facts } from '@g2/proto/facts';
import type { Decided } from './domain/certificate.ts';

/** What an issue is to the other services: its facts as events. */
export const announce = ({ next, facts: told }: Decided): DomainEvent[] =>
  told.map(() => {
    const { registrationId, userId, title } = next.statement;
    return event(facts.certificateIssued, registrationId, 1, {
      registrationId,
      userId,
      number: next.number,
      title,
    });
  });
