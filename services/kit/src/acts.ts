import type { Act as ActMessage } from '@g2/proto/common';
import type { EventType } from '@g2/proto/facts';
import type { Act } from '@g2/terms/acts';
import { type DomainEvent, event } from './events.ts';
import { requestContext } from './log.ts';

/** Creates an audit trail event. Emit it in the transaction of the act, so that both commit or neither does. */
export function auditEvent(kind: EventType<ActMessage>, act: Act): DomainEvent {
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

/** Approval request and requester of the current call; empty unless a second admin approved it. */
export function approvalDetail(): { approval?: string; requestedBy?: string } {
  const approval = requestContext.getStore()?.approval;
  return approval ? { approval: approval.id, requestedBy: approval.requestedBy } : {};
}
