import { CLIENT_PAGE_SIZE } from '@g2/gateway/contract/constants';
import type { Registration } from '@g2/gateway/contract/registrations';
import { Button, Skeleton } from '@mantine/core';
import { IconReceipt, IconReceiptOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { formatCents, formatDateTime } from '../../lib/format.ts';
import { useListParams } from '../../lib/list-params.ts';
import { paidRegistrationsQuery } from '../../shared/registration/api.ts';
import { refundFailedTexts } from '../../shared/registration/refund-failed.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pager, useClampedPage } from '../../ui/pager.tsx';
import { QueryFrame } from '../../ui/query-frame.tsx';
import { texts } from './texts.ts';
import { TitleLink } from './title-link.tsx';
import { useReceiptDownload } from './use-actions.ts';

const t = texts.receipts;

export function ReceiptList() {
  const { page, setPage } = useListParams();
  const query = useQuery(paidRegistrationsQuery(page));
  const total = query.isPlaceholderData ? undefined : query.data?.total;
  useClampedPage({ page, pageSize: CLIENT_PAGE_SIZE, total, setPage });
  return (
    <QueryFrame
      query={query}
      loading={<Skeleton height={180} radius="md" role="status" aria-label={t.loading} />}
      failed={t.failed}
    >
      {(data) =>
        data.total === 0 ? (
          <EmptyState title={t.none} text={t.noneText} icon={<IconReceiptOff size={28} aria-hidden />} />
        ) : (
          <>
            <ul className="g2-rows" aria-label={t.paid} aria-busy={query.isPlaceholderData}>
              {data.items.map((registration) => (
                <Receipt key={registration.id} registration={registration} />
              ))}
            </ul>
            <Pager
              page={page}
              pageSize={CLIENT_PAGE_SIZE}
              total={data.total}
              onChange={setPage}
              listName={t.paid}
            />
          </>
        )
      }
    </QueryFrame>
  );
}

function Receipt({ registration }: { registration: Registration }) {
  const { title, paymentPaidAt, paymentAmount, refundFailed } = registration;
  const receiptDownload = useReceiptDownload();
  return (
    <li className="g2-row gap-y-1.5 gap-x-5 py-3 px-0 first:pt-0">
      <div className="flex-[1_1_220px] min-w-0 grid">
        <TitleLink registration={registration} />
        {paymentPaidAt !== null && <span className="g2-meta">{t.paidAt(formatDateTime(paymentPaidAt))}</span>}
        {refundFailed && <span className="g2-meta">{refundFailedTexts.short}</span>}
      </div>
      <span className="font-bold tabular-nums">{formatCents(paymentAmount)}</span>
      <Button
        size="sm"
        variant="default"
        leftSection={<IconReceipt size={17} aria-hidden />}
        aria-label={t.receiptOf(title)}
        loading={receiptDownload.isPending}
        onClick={() => receiptDownload.mutate(registration)}
      >
        {texts.actions.receipt}
      </Button>
    </li>
  );
}
