import { useEffect, useState } from 'react';
import type { HighlightAnswer, HighlightQuestion } from './highlight-worker.ts';

/** Time limit for highlighting, ms: a crafted text can take for ever. After it, the text stays without colours. */
const PATIENCE_MS = 5_000;

interface Coloured {
  readonly of: HighlightQuestion;
  readonly blocks: HighlightAnswer;
}

/** Blocks of coloured tokens; null until the worker has finished, or if it fails or times out. */
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
