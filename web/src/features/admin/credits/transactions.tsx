import { MAX_PAGE_SIZE, STAFF_PAGE_SIZE } from '@g2/gateway/contract/constants';
import type { AdminCreditTransaction } from '@g2/gateway/contract/payments';
import type { User } from '@g2/gateway/contract/users';
import { Skeleton } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { failedToLoad } from '../../../lib/failures.ts';
import { formatCredits, formatDateTime } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx';
import { WindowPager } from '../../../ui/pager.tsx';
import { QueryFrame } from '../../../ui/query-frame.tsx';
import { ListSkeleton } from '../../../ui/record-list.tsx';
import { useErrorToast } from '../../../ui/toast-store.ts';
import { userTransactionsQuery } from '../api.ts';
import { authorOf, Lines } from '../cells.tsx';
import { nameOf } from '../users/user-cells.tsx';
import { texts as t } from './texts.ts';

const skeleton = <Skeleton height={180} radius="md" />;
const BalanceChart = lazyWithPreload(
  () => import('../../../shared/payment/balance-chart.tsx').then((m) => m.BalanceChart),
  skeleton,
);

/** A chart of a user's balance, and the list of credit transactions, newest first. */
export function Transactions({ user }: { user: User }) {
  const [page, setPage] = useState(1);
  const query = useQuery(userTransactionsQuery(user.id, page));
  useErrorToast(query.error, t.historyFailed, t.historyFailedText);
  return (
    <div className="grid gap-4">
      <p className="g2-spread m-0 items-baseline wrap-anywhere">
        <span>{nameOf(user)}</span>{' '}
        <strong className="text-xl tabular-nums">{formatCredits(user.credits)}</strong>
      </p>
      <QueryFrame
        query={query}
        loading={<ListSkeleton label={t.historyTitle} />}
        failed={t.historyFailed}
        failedText={t.historyFailedText}
      >
        {({ items, total }) =>
          total === 0 ? (
            <EmptyState title={t.historyEmpty} icon={<IconReceipt size={28} aria-hidden />} />
          ) : (
            <>
              <BalanceOverTime userId={user.id} />
              <div>
                <ul className="g2-rows" aria-label={t.historyTitle} aria-busy={query.isPlaceholderData}>
                  {items.map((transaction) => (
                    <Transaction key={transaction.id} transaction={transaction} />
                  ))}
                </ul>
                <WindowPager page={page} pageSize={STAFF_PAGE_SIZE} total={total} onChange={setPage} />
              </div>
            </>
          )
        }
      </QueryFrame>
    </div>
  );
}

/** A chart of the balance over the newest transactions. It is left out if they fail to load. */
function BalanceOverTime({ userId }: { userId: string }) {
  const query = useQuery(userTransactionsQuery(userId, 1, MAX_PAGE_SIZE));
  if (failedToLoad(query)) return null;
  const { data } = query;
  return data ? <BalanceChart transactions={data.items} /> : skeleton;
}

function Transaction({ transaction }: { transaction: AdminCreditTransaction }) {
  const { delta, reason, createdAt, balanceAfter } = transaction;
  return (
    <li className="flex items-baseline justify-between gap-y-1.5 gap-x-4 py-3 phone:flex-wrap">
      <Lines>
        <span>{reason}</span>
        <span className="g2-meta">
          {formatDateTime(createdAt)} · {t.author(authorOf(transaction))}
          <Reference transaction={transaction} />
        </span>
      </Lines>
      <div className="grid flex-none justify-items-end tabular-nums whitespace-nowrap phone:flex-[1_0_auto]">
        <strong className={delta > 0 ? 'text-accent' : 'text-danger'}>
          {delta > 0 ? '+' : ''}
          {formatCredits(delta)}
        </strong>
        <span className="g2-meta">
          {t.balanceAfter} {formatCredits(balanceAfter)}
        </span>
      </div>
    </li>
  );
}

/** The reference of a transaction: a link if it is a registration, otherwise plain text. */
function Reference({ transaction: { referenceType, referenceId } }: { transaction: AdminCreditTransaction }) {
  if (referenceType === null && referenceId === null) return null;
  if (referenceType === 'registration' && referenceId !== null) {
    return (
      <>
        {' · '}
        <Link to={`/operator/registrations/${referenceId}`} className="text-accent font-semibold">
          {t.openRegistration}
        </Link>
      </>
    );
  }
  const type = referenceType === 'purchase' ? t.purchase : referenceType;
  return <> · {t.reference([type, referenceId].filter(Boolean).join(' '))}</>;
}
