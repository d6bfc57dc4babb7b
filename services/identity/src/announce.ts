import { type DomainEvent, event } from '@g2/kit/events';
import { facts } from '@g2/proto/facts';
import type { Contact } from './domain/contacts.ts';
import type { Decided } from './domain/user.ts';

/** Domain events of an account change. They carry the account's version after the change. */
export const toEvents = ({ next, facts: newFacts }: Decided): DomainEvent[] =>
  newFacts.map(({ kind }) => {
    const { id: userId, role, isActive, version } = next;
    if (kind === 'all-sessions-ended') return sessionsEnded(userId);
    return event(facts.userChanged, userId, version, {
      userId,
      role,
      isActive,
      isDeleted: kind === 'deleted',
    });
  });

export const sessionsEnded = (userId: string, exceptSessionId?: string): DomainEvent =>
  event(facts.sessionsRevoked, userId, 0, { userId, exceptSessionId });

export const sessionEnded = (userId: string, sessionId: string): DomainEvent =>
  event(facts.sessionsRevoked, userId, 0, { userId, sessionId });

/** Event identity.contact_changed: browsers that show the contact load it again. */
export const contactChanged = ({ number, userId }: Pick<Contact, 'number' | 'userId'>): DomainEvent =>
  event(facts.contactChanged, number, 0, { number, userId: userId ?? undefined });
