import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failedToLoad } from '../../lib/failures.ts';
import { paymentConfigQuery, refreshCredits } from '../../shared/payment/api.ts';
import { Preparing } from '../../shared/payment/card/card-payment.tsx';
import { VoucherView } from '../../shared/payment/pay/voucher-view.tsx';
import { Modal } from '../../ui/modal.tsx';
import { RetryLine } from '../../ui/retry-line.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { readOpenPurchase } from './api.ts';
import { texts } from './texts.ts';

const t = texts.statement;

/** Shows the payment code of an unpaid purchase again. */
export function OpenPurchase({ id }: { id: string }) {
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
