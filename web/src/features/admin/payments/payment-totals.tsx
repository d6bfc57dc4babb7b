import type { AdminPaymentPage } from '@g2/gateway/contract/payment-admin';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { reasonOf } from '../../../lib/failures.ts';
import { formatCents, formatInteger } from '../../../lib/format.ts';
import { StatGrid } from '../../../ui/stat-grid.tsx';
import { notify } from '../../../ui/toast-store.ts';
import { type PaymentFilter, savePayments } from './api.ts';
import classes from './payments.module.css';
import { texts } from './texts.ts';

const t = texts.totals;

/** Totals over the whole filter, not only this page; says so when they cover just a part. */
export function PaymentTotals({ page, failed }: { page: AdminPaymentPage | undefined; failed: boolean }) {
  const { totals } = page ?? {};
  const cents = (value: number | undefined) => (value === undefined ? undefined : formatCents(value));
  return (
    <div className={classes.totals}>
      <StatGrid
        label={t.label}
        failed={failed}
        stats={[
          { label: t.count, value: totals && formatInteger(totals.count), note: t.countNote },
          { label: t.received, value: cents(totals?.received), note: t.receivedNote },
          { label: t.refunded, value: cents(totals?.refunded), note: t.refundedNote },
          { label: t.withCredits, value: cents(totals?.withCredits), note: t.withCreditsNote },
        ]}
      />
      {page?.totalCapped && <p className={classes.capped}>{t.capped}</p>}
      {page?.searchCapped && <p className={classes.capped}>{t.searchCapped}</p>}
    </div>
  );
}

/** Exports all filtered payments for the accountant; the export is recorded in the audit trail. */
export function ExportButton({ filter }: { filter: PaymentFilter }) {
  const save = useMutation({
    mutationFn: () => savePayments(filter),
    onSuccess: () => notify.success(texts.export.done, texts.export.doneText),
    onError: (error) => notify.error(texts.export.failed, reasonOf(error, texts.export.failedText)),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {texts.export.button}
    </Button>
  );
}
