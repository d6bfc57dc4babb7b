import type { RegistrationStatus } from '@g2/gateway/contract/statuses';
import { Link } from 'react-router';
import { StatusBadge } from '../../../shared/registration/status-badge.tsx';
import { texts as t } from './leftovers-texts.ts';
import classes from './users.module.css';

interface LeftRecord {
  readonly id: string;
  readonly title: string;
  readonly status: RegistrationStatus;
}

interface LeftRecordsProps<Record extends LeftRecord> {
  readonly label: string;
  readonly records: readonly Record[];
  readonly total: number;
  readonly note?: (record: Record) => string;
}

/** The first of some registrations, as links that open in a new tab, and the number of further ones. */
export function LeftRecords<Record extends LeftRecord>(props: LeftRecordsProps<Record>) {
  const { label, records, total, note } = props;
  const rest = total - records.length;
  return (
    <div className={classes.left}>
      <ul className={classes.leftRows} aria-label={label}>
        {records.map((record) => (
          <li key={record.id} className={classes.leftRow}>
            <span className={classes.leftText}>
              <Link to={`/operator/registrations/${record.id}`} target="_blank" className={classes.leftTitle}>
                {record.title}
              </Link>
              {note !== undefined && <span className="g2-meta">{note(record)}</span>}
            </span>
            <StatusBadge status={record.status} />
          </li>
        ))}
      </ul>
      {rest > 0 && <p className="g2-meta">{t.more(rest)}</p>}
    </div>
  );
}
