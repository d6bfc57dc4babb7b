import { Button, CloseButton } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { formatBytes } from '../../../lib/format.ts';
import { texts as common } from '../texts.ts';
import classes from './analytics.module.css';
import { texts } from './texts.ts';
import type { ExportState } from './use-export.ts';

const t = texts.export;

interface ExportStatusProps {
  readonly state: ExportState;
  readonly onRetry: () => void;
  readonly onDismiss: () => void;
}

/** How far the export is, and what came of it. */
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
          {common.retry}
        </Button>
      )}
      <CloseButton aria-label={t.dismiss} onClick={onDismiss} />
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

/** The length is not known beforehand: the bar only says that it goes on. */
function Running({ bytes }: { bytes: number | null }) {
  return (
    <section className={classes.export} aria-label={t.label}>
      <div className={classes.moving} role="progressbar" aria-label={t.progress} />
      <p className={classes.bytes}>{bytes === null ? t.preparing : t.received(formatBytes(bytes))}</p>
    </section>
  );
}
