import type { Registration } from '@g2/gateway/contract/registrations';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { failedToLoad } from '../../lib/failures.ts';
import { historyQuery } from '../../shared/registration/api.ts';
import { StatusTimeline } from '../../shared/registration/status-timeline.tsx';
import { RetryLine } from '../../ui/retry-line.tsx';
import { recordTexts as t } from './record-texts.ts';
import { texts } from './texts.ts';
import { correctionOf, isDraft } from './use-actions.ts';

/** Timeline of the six statuses with their dates, including each round of corrections. */
export function RecordProgress({ registration }: { registration: Registration }) {
  const query = useQuery(historyQuery(registration.id));
  if (query.isPending)
    return <Skeleton height={420} radius="md" role="status" aria-label={t.progressLoading} />;
  return (
    <>
      {failedToLoad(query) && (
        <RetryLine text={t.progressFailed} busy={query.isFetching} onRetry={() => void query.refetch()} />
      )}
      <StatusTimeline
        status={registration.status}
        createdAt={registration.createdAt}
        paidAt={registration.paymentPaidAt}
        since={registration.statusUpdatedAt}
        history={query.data?.items ?? []}
        correction={correctionOf(registration, texts.card.defaultCorrection)}
        closure={registration.closure}
        isDraft={isDraft(registration)}
      />
    </>
  );
}
