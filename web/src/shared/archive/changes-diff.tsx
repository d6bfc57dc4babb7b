import { IconArrowsVertical } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { reasonOf } from '../../lib/failures.ts';
import { RetryLine } from '../../ui/retry-line.tsx';
import type { TextDiffQuery } from './changes-api.ts';
import classes from './changes-diff.module.css';
import { folded, type Lines, type Stretch, type TextDiff } from './changes-model.ts';
import { texts as t } from './changes-texts.ts';

interface FileDiffProps {
  readonly query: TextDiffQuery;
  readonly path: string;
  /** The file is in both versions, and each version has its own column. */
  readonly isBoth: boolean;
}

/** Changed lines of one file: one column on narrow screens, two columns side by side on wide ones. */
export function FileDiff({ query, path, isBoth }: FileDiffProps) {
  const { data, error, isFetching, refetch } = useQuery(query);
  return (
    <section className={classes.diff} aria-label={t.diffOf(path)}>
      {data !== undefined ? (
        <Diff diff={data} isBoth={isBoth} />
      ) : error !== null ? (
        <RetryLine text={reasonOf(error, t.diffFailed)} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <p className={classes.note} role="status">
          {t.diffLoading}
        </p>
      )}
    </section>
  );
}

function Diff({ diff: { stretches, noLines, isCut }, isBoth }: { diff: TextDiff; isBoth: boolean }) {
  const cut = isCut.before && isCut.now ? 'both' : isCut.before ? 'before' : isCut.now ? 'now' : null;
  if (stretches === null) return <p className={classes.note}>{t.tooMuch}</p>;
  if (noLines !== null) return <p className={classes.note}>{isBoth ? t.noLines[noLines] : t.empty}</p>;
  return (
    <>
      {cut && <p className={classes.note}>{t.cut[cut]}</p>}
      <div className={classes.text} data-both={isBoth || undefined}>
        {isBoth && (
          <p className={classes.heads} aria-hidden>
            <span>{t.before}</span>
            <span>{t.now}</span>
          </p>
        )}
        {stretches.map((stretch, index) => (
          <FoldedStretch
            key={`${stretch.before.first} ${stretch.now.first}`}
            stretch={stretch}
            isFirst={index === 0}
            isLast={index === stretches.length - 1}
          />
        ))}
      </div>
    </>
  );
}

interface FoldedProps {
  readonly stretch: Stretch;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

function FoldedStretch({ stretch, isFirst, isLast }: FoldedProps) {
  const [isOpen, setOpen] = useState(false);
  const opened = useRef<HTMLDivElement>(null);
  // The pressed button disappears, so move the focus to the lines that it revealed.
  useEffect(() => {
    if (isOpen) opened.current?.focus({ preventScroll: true });
  }, [isOpen]);
  const { head, hidden, tail } = folded(stretch, isFirst, isLast);
  if (hidden === 0) return <Part stretch={stretch} />;
  if (isOpen) {
    return (
      <div ref={opened} tabIndex={-1} className={classes.opened}>
        <Part stretch={stretch} />
      </div>
    );
  }
  return (
    <>
      <Part stretch={head} />
      <button type="button" className={classes.fold} onClick={() => setOpen(true)}>
        <IconArrowsVertical size={14} aria-hidden />
        {stretch.isSame ? t.showSame(hidden) : t.showRest(hidden)}
      </button>
      {tail && <Part stretch={tail} />}
    </>
  );
}

/** Unchanged lines are in both columns; screen readers read only those of the `now` column. */
function Part({ stretch: { isSame, before, now } }: { stretch: Stretch }) {
  if (isSame) {
    return (
      <div className={classes.part}>
        <Side lines={before} side="before" kind="same" />
        <Side lines={now} side="now" kind="same" />
      </div>
    );
  }
  return (
    <div className={classes.part}>
      <Side lines={before} side="before" kind="removed" />
      <Side lines={now} side="now" kind="added" />
    </div>
  );
}

type Kind = 'same' | 'added' | 'removed';
const SIGN: Readonly<Record<Kind, string>> = { same: '', added: '+', removed: '−' };

function Side({ lines: { first, lines }, side, kind }: { lines: Lines; side: 'before' | 'now'; kind: Kind }) {
  const isRepeated = kind === 'same' && side === 'before';
  return (
    <div className={classes.side} data-side={side} data-kind={kind} aria-hidden={isRepeated || undefined}>
      {lines.length > 0 && kind !== 'same' && (
        <p className="g2-hidden">
          {kind === 'added' ? t.addedLines(lines.length, first) : t.removedLines(lines.length, first)}
        </p>
      )}
      {lines.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number.
        <div key={first + index} className={classes.line}>
          <span className={classes.number} aria-hidden>
            {first + index}
          </span>
          <span className={classes.sign} aria-hidden>
            {SIGN[kind]}
          </span>
          <Text kind={kind} text={text} />
        </div>
      ))}
    </div>
  );
}

function Text({ kind, text }: { kind: Kind; text: string }) {
  const Element = kind === 'added' ? 'ins' : kind === 'removed' ? 'del' : 'span';
  return <Element className={classes.code}>{text}</Element>;
}
