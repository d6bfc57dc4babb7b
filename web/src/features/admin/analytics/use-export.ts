import { ANALYTICS_PERIOD_NAMES, type AnalyticsPeriod } from '@g2/gateway/contract/admin';
import { useEffect, useRef, useState } from 'react';
import { formatBytes } from '../../../lib/format.ts';
import { messageOf, withQuery } from '../../../lib/http.ts';
import { notify } from '../../../ui/toast-store.ts';
import { BrokenTransfer, type Received, receiveFile } from './receive-file.ts';
import { texts } from './texts.ts';

const t = texts.export;

export type ExportState =
  | { readonly step: 'idle' | 'cancelled' }
  /** `bytes` is null until the server answers. */
  | { readonly step: 'running'; readonly bytes: number | null }
  | ({ readonly step: 'saved' } & Received)
  | { readonly step: 'failed'; readonly text: string };

/** The export of a period: one at a time, can be cancelled, and ends with the page. */
export function useExport(period: AnalyticsPeriod) {
  const [state, setState] = useState<ExportState>({ step: 'idle' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = async () => {
    const control = new AbortController();
    running.current = control;
    setState({ step: 'running', bytes: null });
    const onBytes = (bytes: number) => {
      if (bytes === 0) notify.success(t.started, t.startedText);
      setState({ step: 'running', bytes });
    };
    try {
      const fallback = t.fileName(ANALYTICS_PERIOD_NAMES[period]);
      const path = withQuery('/api/admin/export', { period });
      setState({
        step: 'saved',
        ...(await receiveFile(path, { fallback, signal: control.signal, onBytes })),
      });
    } catch (error) {
      setState(control.signal.aborted ? { step: 'cancelled' } : failure(error));
    }
  };
  return {
    state,
    start: () => void start(),
    cancel: () => running.current?.abort(),
    dismiss: () => setState({ step: 'idle' }),
  };
}

function failure(error: unknown): ExportState {
  const text =
    error instanceof BrokenTransfer ? t.broken(formatBytes(error.bytes)) : messageOf(error, t.failedText);
  notify.error(t.failed, text);
  return { step: 'failed', text };
}
