import type { Analytics } from '@g2/gateway/contract/admin';
import { IconFiles } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatDateTime } from '../../../lib/format.ts';
import { StatusBadge } from '../../../shared/registration/status-badge.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Panel } from '../../../ui/facts.tsx';
import adminClasses from '../admin.module.css';
import classes from './analytics.module.css';
import { texts as t } from './texts.ts';

export function Recent({ registrations }: { registrations: Analytics['recent'] }) {
  return (
    <Panel title={t.recent}>
      {registrations.length === 0 ? (
        <div className={classes.noRecent}>
          <EmptyState title={t.noRecent} text={t.noRecentText} icon={<IconFiles size={28} aria-hidden />} />
        </div>
      ) : (
        <ul className="g2-rows">
          {registrations.map((registration) => (
            <li key={registration.id} className={adminClasses.rowLine}>
              <div className={adminClasses.stacked}>
                <Link to={`/operator/registrations/${registration.id}`} className={adminClasses.titleLink}>
                  {registration.title}
                </Link>
                <span className="g2-meta">
                  {registration.applicantName} · {formatDateTime(registration.createdAt)}
                </span>
              </div>
              <StatusBadge status={registration.status} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
