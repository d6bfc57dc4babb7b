import { useEffect, useState } from 'react';
import classes from './corrections.module.css';

/** Maximum computing time of a word diff, ms. */
const TIMEOUT_MS = 300;

interface Run {
  readonly value: string;
  readonly added: boolean;
  readonly removed: boolean;
}

interface WordDiffProps {
  readonly before: string | null;
  readonly after: string | null;
}

/** Inline word diff of two texts; shows both texts whole while, or when, no diff is available. */
export function WordDiff({ before, after }: WordDiffProps) {
  const [runs, setRuns] = useState<readonly Run[] | null>(null);
  useEffect(() => {
    let isLeft = false;
    if (before === null || after === null) return;
    // Loaded on first use. Without the library, both texts are shown whole.
    import('diff').then(
      ({ diffWordsWithSpace }) => {
        const found = diffWordsWithSpace(before, after, { timeout: TIMEOUT_MS });
        if (!isLeft) setRuns(found ?? null);
      },
      () => undefined,
    );
    return () => {
      isLeft = true;
    };
  }, [before, after]);
  if (runs === null) {
    return (
      <span className={classes.both}>
        {before !== null && <del>{before}</del>}
        {after !== null && <ins>{after}</ins>}
      </span>
    );
  }
  return (
    <span className={classes.words}>
      {runs.map(({ value, added, removed }, index) => {
        const Tag = added ? 'ins' : removed ? 'del' : 'span';
        // biome-ignore lint/suspicious/noArrayIndexKey: the runs of one comparison stay where they are.
        return <Tag key={index}>{value}</Tag>;
      })}
    </span>
  );
}
