import { QUEUE_VIEWS, type QueueView } from '@g2/gateway/contract/queue';
import {
  IconAlertTriangle,
  IconBuildingBank,
  IconHourglass,
  IconLock,
  IconMessage,
  IconRotateClockwise,
} from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { shownCount } from './queue.ts';
import classes from './queue-views.module.css';
import { texts } from './texts.ts';
import { useQueueCounts } from './use-queue-counts.ts';

const t = texts.views;
const ICONS = {
  late: IconAlertTriangle,
  resubmitted: IconRotateClockwise,
  'awaiting-client': IconHourglass,
  messages: IconMessage,
  government: IconBuildingBank,
  closed: IconLock,
} as const;

interface QueueViewsProps {
  readonly selected: QueueView | null;
}

export function QueueViews({ selected }: QueueViewsProps) {
  const counts = useQueueCounts();
  const { search } = useLocation();
  return (
    <nav aria-label={t.label} className={classes.views}>
      {QUEUE_VIEWS.map((view) => {
        const Icon = ICONS[view];
        return (
          <Link
            key={view}
            to={{ search: addressOf(search, view) }}
            preventScrollReset
            className={classes.view}
            data-view={view}
            data-some={(counts[view] ?? 0) > 0 || undefined}
            aria-current={view === selected ? 'true' : undefined}
          >
            <Icon size={16} stroke={1.9} aria-hidden />
            {t[view]} <span className={classes.count}>{shownCount(view, counts[view])}</span>
          </Link>
        );
      })}
    </nav>
  );
}

/** Keeps search, filters and sort order; starts at the first page with no record open. */
function addressOf(search: string, view: QueueView): string {
  const params = new URLSearchParams(search);
  for (const name of ['tab', 'page', 'open']) params.delete(name);
  params.set('view', view);
  return params.toString();
}
