import { MAX_LENGTH } from '@g2/gateway/contract/common';
import { reasonRoutes } from '@g2/gateway/contract/routes/reasons';
import { Button, Skeleton } from '@mantine/core';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { call } from '../../lib/call.ts';
import { RetryLine } from '../../ui/retry-line.tsx';
import classes from './action-dialog.module.css';
import type { Draft } from './action-draft.ts';
import { fits, toggled } from './chosen-reasons.ts';
import { texts } from './step-texts.ts';

const t = texts.ready;

const reasonsQuery = queryOptions({
  queryKey: [reasonRoutes.listReasons.path],
  queryFn: async ({ signal }) => (await call(reasonRoutes.listReasons, { signal })).items,
});

interface ReadyReasonsProps {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
}

/** Predefined reasons: a selected one is copied into the text, where it can be edited. */
export function ReadyReasons({ draft, onChange }: ReadyReasonsProps) {
  const label = useId();
  const { data, error, isFetching, refetch } = useQuery(reasonsQuery);
  if (data === undefined) {
    return error === null ? (
      <Skeleton height={32} radius="md" role="status" aria-label={t.loading} />
    ) : (
      <RetryLine text={t.failed} busy={isFetching} onRetry={() => void refetch()} />
    );
  }
  if (data.length === 0) return null;
  return (
    <div>
      <p id={label} className={classes.readyLabel}>
        {t.label}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is sent. */}
      <div className={classes.ready} role="group" aria-labelledby={label}>
        {data.map((reason) => {
          const isChosen = draft.reasonIds.includes(reason.id);
          const Icon = isChosen ? IconCheck : IconPlus;
          return (
            <Button
              key={reason.id}
              size="compact-sm"
              variant={isChosen ? 'light' : 'default'}
              aria-pressed={isChosen}
              title={reason.text}
              disabled={!(isChosen || fits(draft, reason, MAX_LENGTH.reason))}
              leftSection={<Icon size={14} aria-hidden />}
              onClick={() => onChange(toggled(draft, reason))}
            >
              {reason.title}
            </Button>
          );
        })}
      </div>
    </div>
  );
}
