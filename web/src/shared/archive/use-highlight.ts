import { useEffect, useState } from 'react';
import type { HighlightAnswer, HighlightQuestion } from './highlight-worker.ts';

/** A text that takes longer stays without colours, ms: some are written to take for ever. */
const PATIENCE_MS = 5_000;

interface Coloured {
  readonly of: HighlightQuestion;
  readonly blocks: HighlightAnswer;
}

/** The text's pieces by their kinds, in blocks; null until a worker has found them, and where it does not. */
export function useHighlight(question: HighlightQuestion | null): HighlightAnswer | null {
  const [coloured, setColoured] = useState<Coloured | null>(null);
  useEffect(() => {
    if (question === null) return;
    const worker = new Worker(new URL('./highlight-worker.ts', import.meta.url), { type: 'module' });
    const timer = setTimeout(() => worker.terminate(), PATIENCE_MS);
    worker.onmessage = ({ data }: MessageEvent<HighlightAnswer>) => {
      setColoured({ of: question, blocks: data });
      worker.terminate();
    };
    worker.postMessage(question);
    return () => {
      clearTimeout(timer);
      worker.terminate();
    };
  }, [question]);
  return coloured !== null && coloured.of === question ? coloured.blocks : null;
}
