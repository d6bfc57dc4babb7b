import { ANALYTICS_PERIOD_NAMES, type AnalyticsPeriod } from '@g2/gateway/contract/admin';
import { adminRoutes } from '@g2/gateway/contract/routes/admin';
import { useState } from 'react';
import { pathOf } from '../../../lib/call.ts';
import { BrokenTransfer, type Received, useDownload } from '../../../lib/download.ts';
import { reasonOf } from '../../../lib/failures.ts';
import { formatBytes } from '../../../lib/format.ts';
import { notify } from '../../../ui/toast-store.ts';
import { texts } from './texts.ts';

const t = texts.export;

export type ExportState =
  | { readonly step: 'idle' | 'cancelled' }
  /** `bytes` is null until the server answers. */
  | { readonly step: 'running'; readonly bytes: number | null }
  | ({ readonly step: 'saved' } & Received)
  | { readonly step: 'failed'; readonly text: string };

export interface Export {
  readonly state: ExportState;
  readonly start: () => void;
  readonly cancel: () => void;
  readonly dismiss: () => void;
}

/** The export of a period: one at a time, can be cancelled, and ends with the page. */
export function useExport(period: AnalyticsPeriod): Export {
  const { transfer, cancel, start } = useDownload();
  const [outcome, setOutcome] = useState<ExportState>({ step: 'idle' });
  const run = async () => {
    const path = pathOf(adminRoutes.exportRegistrations, { query: { period } });
    const fallback = t.fileName(ANALYTICS_PERIOD_NAMES[period]);
    setOutcome({ step: 'idle' });
    try {
      const saved = await start(path, fallback, () => notify.success(t.started, t.startedText));
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
