import { STAFF_PAGE_SIZE } from '@g2/gateway/contract/common';
import type { CreditTransaction } from '@g2/gateway/contract/payments';
import type { User } from '@g2/gateway/contract/users';
import { Button } from '@mantine/core';
import { IconPlugConnectedX, IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCredits, formatDateTime } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ListSkeleton } from '../../../ui/record-list.tsx';
import { useErrorToast } from '../../../ui/use-error-toast.ts';
import { WindowPager } from '../../../ui/window-pager.tsx';
import classes from '../admin.module.css';
import { transactionsQuery } from '../api.ts';
import { texts as common } from '../texts.ts';
import { texts } from '../users/texts.ts';
import { nameOf } from '../users/user-cells.tsx';
import { UserDialog, type UserDialogProps } from '../users/user-dialog.tsx';

const t = texts.creditsTab;

/** A user's credit transactions, newest first. */
export function HistoryDialog({ user, onClose }: UserDialogProps) {
  return (
    <UserDialog user={user} onClose={onClose} title={t.historyTitle}>
      {(shown) => <Transactions user={shown} />}
    </UserDialog>
  );
}

function Transactions({ user }: { user: User }) {
  const [page, setPage] = useState(1);
  const query = useQuery(transactionsQuery(user.id, page));
  useErrorToast(query.error, t.historyFailed, t.historyFailedText);
  const { data } = query;
  return (
    <div className={classes.dialogBody}>
      <p className={classes.count}>
        {nameOf(user)} · {formatCredits(user.credits)}
      </p>
      {query.isPending && <ListSkeleton label={t.historyTitle} />}
      {data === undefined && query.isError && (
        <EmptyState
          alert
          title={t.historyFailed}
          text={t.historyFailedText}
          icon={<IconPlugConnectedX size={28} aria-hidden />}
        >
          <Button size="sm" onClick={() => void query.refetch()}>
            {common.retry}
          </Button>
        </EmptyState>
      )}
      {data?.total === 0 && (
        <EmptyState title={t.historyEmpty} icon={<IconReceipt size={28} aria-hidden />} />
      )}
      {data !== undefined && data.total > 0 && (
        <div>
          <ul className={classes.rows} aria-label={t.historyTitle}>
            {data.items.map((transaction) => (
              <Transaction key={transaction.id} transaction={transaction} />
            ))}
          </ul>
          <WindowPager page={page} pageSize={STAFF_PAGE_SIZE} total={data.total} onChange={setPage} />
        </div>
      )}
    </div>
  );
}

function Transaction({ transaction }: { transaction: CreditTransaction }) {
  const { delta, reason, referenceType, referenceId, createdAt, balanceAfter } = transaction;
  const reference = [referenceType, referenceId].filter(Boolean).join(' ');
  return (
    <li className={classes.rowLine}>
      <div className={classes.stacked}>
        <span>{reason}</span>
        <span className={classes.small}>
          {formatDateTime(createdAt)}
          {reference !== '' && ` · ${t.by} ${reference}`}
        </span>
      </div>
      <div className={classes.stacked}>
        <strong className={classes.number} data-sign={delta > 0 ? 'plus' : 'minus'}>
          {delta > 0 ? '+' : ''}
          {formatCredits(delta)}
        </strong>
        <span className={classes.small}>
          {t.balanceAfter} {formatCredits(balanceAfter)}
        </span>
      </div>
    </li>
  );
}
