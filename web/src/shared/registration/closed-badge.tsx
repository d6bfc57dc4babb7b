import type { Closure } from '@g2/gateway/contract/registrations';
import { IconLock } from '@tabler/icons-react';
import { texts } from './closure-texts.ts';
import classes from './status.module.css';

/** Badge of a closed registration, shown beside the badge of its last status. */
export function ClosedBadge({ closure }: { closure: Closure | null }) {
  if (closure === null) return null;
  return (
    <span className={classes.badge} data-status="closed">
      <IconLock size={15} stroke={2} aria-hidden />
      {texts.badge}
    </span>
  );
}
