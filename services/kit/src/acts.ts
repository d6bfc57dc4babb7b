import type { EventType } from '@g2/proto/facts';
import type { Act } from '@g2/terms/acts';
import { type DomainEvent, event } from './events.ts';
import { requestContext } from './log.ts';

/** The act of common.proto. */
type ActMessage = {
  action: string;
  actorId: string;
  subjectType: string;
  subjectId: string;
  address: string;
  requestId: string;
  detail: { [key: string]: string };
};

/** Tells the trail of an act: to be emitted in the transaction of the act itself, so that neither is without the other. */
export function actEvent(kind: EventType<ActMessage>, act: Act): DomainEvent {
  const context = requestContext.getStore();
  return event(kind, act.subjectId, 0, {
    action: act.action,
    actorId: act.actorId ?? '',
    subjectType: act.subjectType,
    subjectId: act.subjectId,
    address: context?.origin?.address ?? '',
    requestId: context?.requestId ?? '',
    detail: { ...act.detail, ...approvalDetail() },
  });
}

/** Of an act that a second person approved: who asked for it, and by which request. */
export function approvalDetail(): { approval?: string; requestedBy?: string } {
  const approval = requestContext.getStore()?.approval;
  return approval ? { approval: approval.id, requestedBy: approval.requestedBy } : {};
}
