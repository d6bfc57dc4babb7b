import type { Registration } from '@g2/gateway/contract/registrations';
import { IconPencil } from '@tabler/icons-react';
import { StatusBadge } from '../../shared/registration/status-badge.tsx';
import classes from './card.module.css';
import { texts } from './texts.ts';
import { isDraft } from './use-actions.ts';

/** The status for its owner; of what has no file yet, that it is but a draft. */
export function OwnStatus({ registration }: { registration: Registration }) {
  if (!isDraft(registration)) return <StatusBadge status={registration.status} />;
  return (
    <span className={classes.draft}>
      <IconPencil size={15} stroke={2} aria-hidden />
      {texts.card.draft}
    </span>
  );
}
