import { auditEvent } from '@g2/kit/acts';
import { type DomainEvent, event } from '@g2/kit/events';
import { facts } from '@g2/proto/facts';
import type { Act } from '@g2/terms/acts';
import type { Fact, Registration, RegistrationDecision } from './domain/registration.ts';

/** Maps the facts of a change to events. Each event carries the registration's version after the change. */
export function toEvents(next: Registration, { step, facts: newFacts }: RegistrationDecision): DomainEvent[] {
  const events = newFacts.map((fact) => toEvent(next, fact));
  // The first history entry is the creation, which the event of the fact `created` reports.
  if (!step?.from) return events;
  const changed = event(facts.statusChanged, next.id, next.version, {
    registrationId: next.id,
    userId: next.userId,
    title: next.details.title,
    fromStatus: step.from,
    toStatus: step.to,
    reason: step.reason ?? undefined,
    changedBy: step.by ?? undefined,
    changedAt: step.at,
    receiptFollows: newFacts.some(({ kind }) => kind === 'paid'),
  });
  return [changed, ...events];
}

function toEvent(next: Registration, fact: Fact): DomainEvent {
  const { id: registrationId, version, userId, paymentAmount: amountCents } = next;
  const source = [registrationId, version] as const;
  const owner = { registrationId, userId };
  const titled = { ...owner, title: next.details.title };
  switch (fact.kind) {
    case 'created':
      return event(facts.registrationCreated, ...source, owner);
    case 'deleted':
      return event(facts.registrationDeleted, ...source, owner);
    case 'paid': {
      const { paymentId, manual, by } = fact;
      const payment = { paymentId: paymentId ?? undefined, manual, amountCents, changedBy: by ?? undefined };
      return event(facts.registrationPaid, ...source, { ...titled, ...payment });
    }
    case 'file-attached': {
      const { objectKey, sha256 } = fact;
      const { status, statusUpdatedAt } = next;
      return event(facts.fileAttached, ...source, { ...owner, objectKey, sha256, status, statusUpdatedAt });
    }
    case 'file-released': {
      const { objectKey, reason } = fact;
      return event(facts.fileReleased, ...source, { registrationId, objectKey, reason });
    }
    case 'payment-reminder':
      return event(facts.paymentReminder, ...source, { ...titled, fileName: fact.fileName, amountCents });
    case 'file-expiring': {
      const { fileName, expiresAt } = fact;
      const { fileTaken } = next;
      return event(facts.unpaidFileExpiring, ...source, { ...titled, fileName, expiresAt, fileTaken });
    }
    case 'assignment-changed': {
      const [operatorId, before] = [fact.operatorId ?? undefined, fact.before ?? undefined];
      return event(facts.assignmentChanged, ...source, { ...titled, operatorId, before, by: fact.by });
    }
    case 'closure-changed':
      return event(facts.closureChanged, ...source, { ...titled, closure: next.closure ?? undefined });
    case 'message-written':
      return event(facts.messageWritten, ...source, { ...owner, fromStaff: fact.fromStaff });
    case 'messages-read':
      return event(facts.messagesRead, ...source, { ...owner, byStaff: fact.byStaff });
    case 'message-waiting':
      return event(facts.messageWaiting, ...source, titled);
    case 'staff-message-waiting':
      return event(facts.staffMessageWaiting, ...source, {
        ...titled,
        operatorId: next.assignedOperatorId ?? undefined,
      });
    case 'act':
      return toAuditEvent(fact.act);
  }
}

export const toAuditEvent = (act: Act): DomainEvent => auditEvent(facts.registrationAct, act);

/** Event registration.file_released for a refused upload's object, which no registration ever had attached. */
export const uploadRefusedEvent = (registrationId: string, objectKey: string): DomainEvent =>
  event(facts.fileReleased, registrationId, 0, { registrationId, objectKey, reason: 'refused' });

/** Event registration.upload_expired: storage-hashing may remove the data uploaded with this ticket. */
export const uploadExpiredEvent = (
  registrationId: string,
  ticketId: string,
  superseded = false,
): DomainEvent => event(facts.uploadExpired, registrationId, 0, { ticketId, superseded });

export const certificateUnblockedEvent = ({ id, version }: Registration): DomainEvent =>
  event(facts.certificateUnblocked, id, version, { registrationId: id });

/** Event registration.viewers_changed: open screens reload the list of viewers. */
export const viewersChangedEvent = (registrationId: string): DomainEvent =>
  event(facts.viewersChanged, registrationId, 0, { registrationId });

export const assignmentsDroppedEvent = (operatorId: string, registrationIds: string[]): DomainEvent =>
  event(facts.assignmentsDropped, operatorId, 0, { operatorId, registrationIds });
