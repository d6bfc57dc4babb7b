import { useCallback, useEffect, useRef, useState } from 'react';
import { type Received, receiveFile, type Transfer } from '../lib/download.ts';

export interface RunningTransfer extends Transfer {
  /** Whether the server has begun to answer. */
  readonly answered: boolean;
}

export interface Download {
  /** null while nothing is on its way. */
  readonly transfer: RunningTransfer | null;
  readonly cancel: () => void;
  /**
   * Resolves to null when it was cancelled. Throws HttpError for a refusal, BrokenTransfer when it stops midway, and
   * whatever kept the call from being made.
   */
  readonly start: (path: string, fallback: string, onAnswer?: () => void) => Promise<Received | null>;
}

/** A download that shows its progress, can be cancelled, and ends with the component that began it. */
export function useDownload(): Download {
  const [transfer, setTransfer] = useState<RunningTransfer | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const cancel = useCallback(() => running.current?.abort(), []);
  const start: Download['start'] = async (path, fallback, onAnswer) => {
    const asked = new AbortController();
    running.current = asked;
    setTransfer({ received: 0, total: null, answered: false });
    let answered = false;
    const onTransfer = (now: Transfer) => {
      if (!answered) onAnswer?.();
      answered = true;
      setTransfer({ ...now, answered });
    };
    try {
      return await receiveFile(path, { fallback, signal: asked.signal, onTransfer });
    } catch (error) {
      if (asked.signal.aborted) return null;
      throw error;
    } finally {
      running.current = null;
      setTransfer(null);
    }
  };
  return { transfer, cancel, start };
}
