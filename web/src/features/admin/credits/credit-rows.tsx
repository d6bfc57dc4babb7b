import type { User } from '@g2/gateway/contract/users';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { formatCredits, formatDate } from '../../../lib/format.ts';
import adminClasses from '../admin.module.css';
import { accountPath, nameOf, RoleBadge } from '../users/user-cells.tsx';
import classes from './credits.module.css';
import { texts as t } from './texts.ts';

interface CreditRowsProps {
  readonly users: readonly User[];
  readonly onHistory: (user: User) => void;
  readonly onAdjust: (user: User) => void;
}

export function CreditRows({ users, onHistory, onAdjust }: CreditRowsProps) {
  return (
    <ul className="g2-panel g2-rows" aria-label={t.label}>
      {users.map((user) => {
        const name = nameOf(user);
        return (
          <li key={user.id} className={classes.row}>
            <div className={adminClasses.stacked}>
              <Link to={accountPath(user.id)} className={adminClasses.account}>
                {name}
              </Link>
              <span className="g2-meta">{user.email}</span>
            </div>
            <div className={classes.role}>
              <RoleBadge role={user.role} />
            </div>
            <span className="g2-meta">
              {t.since} {formatDate(user.createdAt)}
            </span>
            <strong className={adminClasses.number}>{formatCredits(user.credits)}</strong>
            <div className={classes.actions}>
              <Button
                size="xs"
                variant="default"
                aria-label={t.historyOf(name)}
                onClick={() => onHistory(user)}
              >
                {t.history}
              </Button>
              <Button
                size="xs"
                variant="default"
                aria-label={t.adjustOf(name)}
                onClick={() => onAdjust(user)}
              >
                {t.adjust}
              </Button>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
