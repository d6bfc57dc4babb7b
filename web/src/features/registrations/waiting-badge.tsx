import type { Registration } from '@g2/gateway/contract/registrations';
import { IconPencil } from '@tabler/icons-react';
import { texts } from './texts.ts';
import { correctionOf } from './use-actions.ts';
import classes from './waiting-badge.module.css';

/** Beside the status of a registration that came back: the status alone would read as one that was just begun. */
export function WaitingBadge({ registration }: { registration: Registration }) {
  if (correctionOf(registration, '') === null) return null;
  return (
    <span className={classes.badge}>
      <IconPencil size={14} stroke={2} aria-hidden />
      {texts.card.waiting}
    </span>
  );
}
