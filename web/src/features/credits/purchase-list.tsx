import {
  type CreditPurchase,
  PURCHASE_STATUS_NAMES,
  type PurchaseStatus,
} from '@g2/gateway/contract/payments';
import { Button } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconHourglass, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failedToLoad } from '../../lib/failures.ts';
import { formatCents, formatCredits, formatDateTime } from '../../lib/format.ts';
import { paymentConfigQuery, purchasesQuery, refreshCredits } from '../../shared/payment/api.ts';
import { Preparing } from '../../shared/payment/card/card-payment.tsx';
import { VoucherView } from '../../shared/payment/pay/voucher-view.tsx';
import { Modal } from '../../ui/modal.tsx';
import { RetryLine } from '../../ui/retry-line.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { readOpenPurchase } from './api.ts';
import classes from './statement.module.css';
import { StatementPage } from './statement-page.tsx';
import { texts } from './texts.ts';

const t = texts.statement;

const ICONS = {
  pending: IconHourglass,
  completed: IconCircleCheck,
  failed: IconCircleX,
  cancelled: IconX,
} as const satisfies Record<PurchaseStatus, typeof IconX>;

export function PurchaseList() {
  const [page, setPage] = useState(1);
  return (
    <StatementPage
      label={t.purchases}
      query={useQuery(purchasesQuery(page))}
      page={page}
      onPage={setPage}
      empty={t.noPurchases}
      failed={t.purchasesFailed}
      row={(purchase) => <PurchaseRow purchase={purchase} />}
    />
  );
}

function PurchaseRow({ purchase }: { purchase: CreditPurchase }) {
  const {
    id,
    paymentIntentStatus,
    status,
    packageType,
    creditsAmount,
    priceInCents,
    completedAt,
    createdAt,
  } = purchase;
  const Icon = ICONS[status];
  return (
    <>
      <div className={classes.what}>
        <span className={classes.reason}>{t.packages[packageType]}</span>
        <span className={classes.when}>
          {formatDateTime(completedAt ?? createdAt)} · {formatCredits(creditsAmount)}
        </span>
      </div>
      <div className={classes.howMuch}>
        <span className={classes.amount}>{formatCents(priceInCents)}</span>
        <span className={classes.status} data-purchase={status}>
          <Icon size={15} aria-hidden />
          {PURCHASE_STATUS_NAMES[status]}
        </span>
        {status === 'pending' && paymentIntentStatus === 'requires_action' && <OpenPurchase id={id} />}
      </div>
    </>
  );
}

/** Shows the payment code of an unpaid purchase again. */
function OpenPurchase({ id }: { id: string }) {
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <>
      <Button variant="subtle" size="compact-sm" onClick={() => setOpened(true)}>
        {t.showCode}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={texts.dialog.total}
        closeButtonProps={{ 'aria-label': ui.close }}
      >
        {opened && <CodeOf id={id} onClose={close} />}
      </Modal>
    </>
  );
}

function CodeOf({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useQueryClient();
  const { data: config } = useQuery(paymentConfigQuery);
  const query = useQuery({
    queryKey: ['open-purchase', id],
    queryFn: () => readOpenPurchase(id),
    gcTime: 0,
    staleTime: 0,
  });
  const { data, isFetching, refetch } = query;
  if (failedToLoad(query)) {
    return <RetryLine text={t.codeFailed} busy={isFetching} onRetry={() => void refetch()} />;
  }
  if (data === undefined) return <Preparing />;
  const { intent } = data;
  if (!intent?.voucher) return <p>{t.codeGone}</p>;
  const refresh = () => void refreshCredits(client);
  return (
    <VoucherView
      intent={{ ...intent, voucher: intent.voucher }}
      isDemo={config?.provider === 'simulator'}
      isPaid={false}
      onPaid={refresh}
      onContinue={onClose}
      onAgain={() => {
        refresh();
        onClose();
      }}
      onLater={onClose}
    />
  );
}
