import { auditEvent } from '@g2/kit/acts';
import { type DomainEvent, event } from '@g2/kit/events';
import { facts } from '@g2/proto/facts';
import type { Act } from '@g2/terms/acts';
import type { CertificateDecision } from './domain/certificate.ts';

export const toEvents = ({
  next: { number, statement },
  facts: newFacts,
}: CertificateDecision): DomainEvent[] =>
  newFacts.map((fact) => {
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

/** Event certificate.act, which adds an entry to the audit trail. */
export const toAuditEvent = (act: Act): DomainEvent => auditEvent(facts.certificateAct, act);
