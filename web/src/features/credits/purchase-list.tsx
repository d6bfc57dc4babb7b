import {
  type CreditPurchase,
  PURCHASE_STATUS_NAMES,
  type PurchaseStatus,
} from '@g2/gateway/contract/payments';
import { IconCircleCheck, IconCircleX, IconHourglass, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCents, formatCredits, formatDateTime } from '../../lib/format.ts';
import { purchasesQuery } from '../../shared/payment/api.ts';
import { OpenPurchase } from './open-purchase.tsx';
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
