import { actEvent } from '@g2/kit/acts';
import { type DomainEvent, event } from '@g2/kit/events';
import { facts } from '@g2/proto/facts';
import type { Act } from '@g2/terms/acts';
import type { Told } from './domain/certificate.ts';

/** Domain facts as events. */
export const announce = ({ next: { number, statement }, facts: told }: Told): DomainEvent[] =>
  told.map((fact) => {
    const { registrationId, userId, title } = statement;
    const named = { registrationId, userId, number, title };
    return fact.kind === 'issued'
      ? event(facts.certificateIssued, registrationId, 1, named)
      : event(facts.certificateRevoked, registrationId, 1, {
          ...named,
          reason: fact.reason,
          superseded: fact.superseded,
        });
  });

/** certificate.act: an audit trail entry. */
export const announceAct = (act: Act): DomainEvent => actEvent(facts.certificateAct, act);
