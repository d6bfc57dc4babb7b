import { CLIENT_PAGE_SIZE } from '@g2/gateway/contract/common';
import type { Registration } from '@g2/gateway/contract/registrations';
import { Button, Skeleton } from '@mantine/core';
import { IconReceipt, IconReceiptOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { failedToLoad } from '../../lib/failures.ts';
import { formatCents, formatDateTime } from '../../lib/format.ts';
import { useListParams } from '../../lib/list-params.ts';
import { paidQuery, recordPath } from '../../shared/registration/api.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pager, useClampedPage } from '../../ui/pager.tsx';
import { RetryLine } from '../../ui/retry-line.tsx';
import classes from './receipts.module.css';
import { texts } from './texts.ts';
import { useReceiptDownload } from './use-actions.ts';

const t = texts.receipts;

export function ReceiptList() {
  const { page, setPage } = useListParams();
  const query = useQuery(paidQuery(page));
  const total = query.isPlaceholderData ? undefined : query.data?.total;
  useClampedPage({ page, pageSize: CLIENT_PAGE_SIZE, total, setPage });
  if (query.isPending) return <Skeleton height={180} radius="md" role="status" aria-label={t.loading} />;
  if (failedToLoad(query) || query.data === undefined)
    return <RetryLine text={t.failed} busy={query.isFetching} onRetry={() => void query.refetch()} />;
  if (query.data.total === 0)
    return <EmptyState title={t.none} text={t.noneText} icon={<IconReceiptOff size={28} aria-hidden />} />;
  return (
    <>
      <ul className="g2-rows" aria-label={t.paid} aria-busy={query.isPlaceholderData}>
        {query.data.items.map((registration) => (
          <Receipt key={registration.id} registration={registration} />
        ))}
      </ul>
      <Pager
        page={page}
        pageSize={CLIENT_PAGE_SIZE}
        total={query.data.total}
        onChange={setPage}
        of={t.paid}
      />
    </>
  );
}

function Receipt({ registration }: { registration: Registration }) {
  const { id, title, paymentPaidAt, paymentAmount } = registration;
  const receipt = useReceiptDownload();
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <Link to={recordPath(id)} className={classes.title} title={title}>
          {title}
        </Link>
        {paymentPaidAt !== null && <span className="g2-meta">{t.paidAt(formatDateTime(paymentPaidAt))}</span>}
      </div>
      <span className={classes.amount}>{formatCents(paymentAmount)}</span>
      <Button
        size="sm"
        variant="default"
        leftSection={<IconReceipt size={17} aria-hidden />}
        aria-label={t.receiptOf(title)}
        loading={receipt.isPending}
        onClick={() => receipt.mutate(registration)}
      >
        {texts.actions.receipt}
      </Button>
    </li>
  );
}
