import type { Registration } from '@g2/gateway/contract/registrations';
import { IconPencil } from '@tabler/icons-react';
import { ClosedBadge } from '../../shared/registration/closed-badge.tsx';
import classes from './card.module.css';
import { texts } from './texts.ts';
import { correctionOf } from './use-actions.ts';

/** Badge beside the status of a registration that is in correction or closed, which the status alone does not show. */
export function WaitingBadge({ registration }: { registration: Registration }) {
  if (registration.closure !== null) return <ClosedBadge closure={registration.closure} />;
  if (correctionOf(registration, '') === null) return null;
  return (
    <span className={classes.badge}>
      <IconPencil size={14} stroke={2} aria-hidden />
      {texts.card.waiting}
    </span>
  );
}
