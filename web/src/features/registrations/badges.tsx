import type { Registration } from '@g2/gateway/contract/registrations';
import { IconPencil } from '@tabler/icons-react';
import { ClosedBadge } from '../../shared/registration/closed-badge.tsx';
import { UnreadMark } from '../../shared/registration/messages/unread-mark.tsx';
import { StatusBadge } from '../../shared/registration/status-badge.tsx';
import { VersionMark } from '../../shared/versions/version-mark.tsx';
import { texts } from './texts.ts';
import { isDraft, requestedCorrection } from './use-actions.ts';

interface BadgesProps {
  readonly registration: Registration;
  /** In a list: shows a short version name, and the number of unread messages. */
  readonly inList?: boolean;
}

/** Badges with a registration's status and version, and whether a correction is requested or it is closed. */
export function RegistrationBadges({ registration, inList = false }: BadgesProps) {
  return (
    <>
      {isDraft(registration) ? (
        <span className="g2-badge border border-dashed border-strong-line text-muted">
          <IconPencil size={15} stroke={2} aria-hidden />
          {texts.card.draft}
        </span>
      ) : (
        <StatusBadge status={registration.status} />
      )}
      <VersionMark registration={registration} brief={inList} />
      <ClosedBadge closure={registration.closure} />
      {requestedCorrection(registration) !== null && (
        <span className="g2-badge border border-warning text-warning">
          <IconPencil size={14} stroke={2} aria-hidden />
          {texts.card.waitingForCorrection}
        </span>
      )}
      {inList && <UnreadMark count={registration.unreadMessages} reader="owner" />}
    </>
  );
}
