import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { useRef } from 'react';
import { useUser } from '../../lib/session.ts';
import { Messages } from '../../shared/registration/messages/messages.tsx';
import { texts } from '../../shared/registration/messages/texts.ts';
import { UnreadMark } from '../../shared/registration/messages/unread-mark.tsx';
import { STAFF_REGISTRATIONS } from '../../shared/registration/staff-api.ts';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import type { Frame } from './detail-panels.tsx';

interface MessagesSectionProps {
  readonly registration: StaffRegistration;
  readonly frame: Frame;
}

/** Messages between staff and client; key E focuses the text field. Staff who own the registration write as client. */
export function MessagesSection({ registration, frame: Section }: MessagesSectionProps) {
  const { id, userId, unreadMessages } = registration;
  const field = useRef<HTMLTextAreaElement>(null);
  const reader = useUser()?.id === userId ? 'owner' : 'staff';
  useShortcuts({ e: () => field.current?.focus() });
  return (
    <Section title={texts.title} action={<UnreadMark count={unreadMessages} reader={reader} />}>
      <Messages
        key={id}
        thread={{ id, root: STAFF_REGISTRATIONS }}
        reader={reader}
        field={field}
        shortcut="e"
      />
    </Section>
  );
}
