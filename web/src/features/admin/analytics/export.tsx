import { ANALYTICS_PERIOD_NAMES, type AnalyticsPeriod } from '@g2/gateway/contract/admin';
import { adminRoutes } from '@g2/gateway/contract/routes/admin';
import { Button, CloseButton } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useState } from 'react';
import { pathOf } from '../../../lib/call.ts';
import { BrokenTransfer, type Received, useDownload } from '../../../lib/download.ts';
import { reasonOf } from '../../../lib/failures.ts';
import { formatBytes } from '../../../lib/format.ts';
import { texts as ui } from '../../../ui/texts.ts';
import { notify } from '../../../ui/toast-store.ts';
import classes from './analytics.module.css';
import { texts } from './texts.ts';

const t = texts.export;

interface ExportStatusProps {
  readonly state: ExportState;
  readonly onRetry: () => void;
  readonly onDismiss: () => void;
}

export function ExportStatus({ state, onRetry, onDismiss }: ExportStatusProps) {
  if (state.step === 'idle') return <div role="status" />;
  if (state.step === 'running') return <Running bytes={state.bytes} />;
  const failed = state.step === 'failed';
  return (
    <section
      className={classes.export}
      role={failed ? 'alert' : 'status'}
      aria-label={t.label}
      data-failed={failed || undefined}
    >
      <Outcome state={state} />
      {failed && (
        <Button size="xs" variant="default" onClick={onRetry}>
          {ui.retry}
        </Button>
      )}
      <CloseButton aria-label={ui.close} onClick={onDismiss} />
    </section>
  );
}

function Outcome({ state }: { state: Exclude<ExportState, { step: 'idle' | 'running' }> }) {
  if (state.step === 'failed') {
    return (
      <>
        <IconAlertTriangle size={18} aria-hidden />
        <p>
          <strong>{t.failed}</strong> {state.text}
        </p>
      </>
    );
  }
  if (state.step === 'saved') {
    return (
      <>
        <IconCircleCheck size={18} aria-hidden />
        <p>{t.saved(state.name, formatBytes(state.bytes))}</p>
      </>
    );
  }
  return (
    <>
      <IconCircleX size={18} aria-hidden />
      <p>{t.cancelled}</p>
    </>
  );
}

/** The file size is unknown in advance, so the progress bar is indeterminate. */
function Running({ bytes }: { bytes: number | null }) {
  return (
    <section className={classes.export} aria-label={t.label}>
      <div className={classes.moving} role="progressbar" aria-label={t.progress} />
      <p className={classes.bytes}>{bytes === null ? t.preparing : t.received(formatBytes(bytes))}</p>
    </section>
  );
}

type ExportState =
  | { readonly step: 'idle' | 'cancelled' }
  /** `bytes` is null until the server responds. */
  | { readonly step: 'running'; readonly bytes: number | null }
  | ({ readonly step: 'saved' } & Received)
  | { readonly step: 'failed'; readonly text: string };

export interface Export {
  readonly state: ExportState;
  readonly start: () => void;
  readonly cancel: () => void;
  readonly dismiss: () => void;
}

/** The export of a period: one at a time, cancellable, and aborted when the page unmounts. */
export function useExport(period: AnalyticsPeriod): Export {
  const { transfer, cancel, start } = useDownload();
  const [outcome, setOutcome] = useState<ExportState>({ step: 'idle' });
  const run = async () => {
    const path = pathOf(adminRoutes.exportRegistrations);
    const fallback = t.fileName(ANALYTICS_PERIOD_NAMES[period]);
    setOutcome({ step: 'idle' });
    try {
      const began = () => notify.success(t.started, t.startedText);
      const saved = await start(path, fallback, began, { period });
      setOutcome(saved === null ? { step: 'cancelled' } : { step: 'saved', ...saved });
    } catch (error) {
      setOutcome(failure(error));
    }
  };
  const running: ExportState | null = transfer && {
    step: 'running',
    bytes: transfer.answered ? transfer.received : null,
  };
  return {
    state: running ?? outcome,
    start: () => void run(),
    cancel,
    dismiss: () => setOutcome({ step: 'idle' }),
  };
}

function failure(error: unknown): ExportState {
  const text =
    error instanceof BrokenTransfer ? t.broken(formatBytes(error.bytes)) : reasonOf(error, t.failedText);
  notify.error(t.failed, text);
  return { step: 'failed', text };
}
