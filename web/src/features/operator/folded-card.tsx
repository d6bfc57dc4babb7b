import { StatusBadge } from '../../shared/registration/status-badge.tsx';
import { WaitingAge } from '../../shared/registration/waiting-age.tsx';
import { CorrectionMark } from './correction-mark.tsx';
import classes from './folded-card.module.css';
import { type RowProps, Unread } from './queue-cells.tsx';
import { texts } from './texts.ts';
import { ViewersMark } from './viewers.tsx';

/** Compact queue row for phones: title and waiting time on the first line, status and operator on the second. */
export function FoldedCard({ record, mine, viewers }: RowProps) {
  return (
    <div className={classes.card}>
      <div className={classes.line}>
        <span className={classes.title} title={record.title}>
          {record.title}
        </span>
        {mine && <span className="g2-hidden">{texts.list.mine}</span>}
        <ViewersMark viewers={viewers} />
        <Unread record={record} brief />
        <WaitingAge registration={record} brief />
      </div>
      <div className={classes.signs}>
        <StatusBadge status={record.status} />
        <CorrectionMark registration={record} />
        <span className={classes.name} title={record.applicantName}>
          {record.applicantName}
        </span>
      </div>
    </div>
  );
}
