import type { Registration } from '@g2/gateway/contract/registrations';
import { IconPencil } from '@tabler/icons-react';
import { StatusBadge } from '../../shared/registration/status-badge.tsx';
import classes from './card.module.css';
import { texts } from './texts.ts';
import { isDraft } from './use-actions.ts';

/** Status badge for the owner; a registration without a file shows "draft" instead. */
export function OwnStatus({ registration }: { registration: Registration }) {
  if (!isDraft(registration)) return <StatusBadge status={registration.status} />;
  return (
    <span className={classes.draft}>
      <IconPencil size={15} stroke={2} aria-hidden />
      {texts.card.draft}
    </span>
  );
}
