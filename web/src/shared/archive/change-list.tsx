import { Button, Skeleton } from '@mantine/core';
import { IconArrowsVertical, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { messageOf, reasonOf } from '../../lib/failures.ts';
import { formatInteger } from '../../lib/format.ts';
import { RetryLine } from '../../ui/retry-line.tsx';
import { isNotYetExamined, type TextDiffQuery } from './api.ts';
import classes from './changes.module.css';
import diffClasses from './changes-diff.module.css';
import { folded, type Lines, type Stretch, type TextDiff } from './changes-model.ts';
import { texts as t } from './changes-texts.ts';

type Kind = keyof typeof t.kinds;

interface FilterProps<Of extends Kind> {
  readonly kinds: readonly Of[];
  readonly counts: Readonly<Record<Of, number>>;
  /** The selected kind; '' for all kinds. */
  readonly chosen: Of | '';
  readonly onChoose: (kind: Of | '') => void;
  readonly hasAll?: boolean;
}

/** Filter for the kind of change; not shown if there are fewer than two kinds. */
export function KindFilter<Of extends Kind>({
  kinds,
  counts,
  chosen,
  onChoose,
  hasAll = true,
}: FilterProps<Of>) {
  if (kinds.length < 2) return null;
  const choices = kinds.map((kind) => [kind, `${t.kinds[kind]} (${formatInteger(counts[kind])})`] as const);
  const all = hasAll ? [['', t.all] as const] : [];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is sent.
    <div className={classes.filter} role="group" aria-label={t.filter}>
      {[...all, ...choices].map(([kind, name]) => (
        <Button
          key={kind}
          size="xs"
          variant={chosen === kind ? 'filled' : 'default'}
          aria-pressed={chosen === kind}
          onClick={() => onChoose(kind)}
        >
          {name}
        </Button>
      ))}
    </div>
  );
}

const SIGNS: Readonly<Record<string, string>> = { added: '+', removed: '−', changed: '±', unchanged: '=' };

interface ChangeRowProps {
  readonly path: string;
  readonly change: string;
  /** Size in the new version, bytes; null for a removed file. */
  readonly size: number | null;
  readonly sizeBefore: number | null;
  readonly isText: boolean;
  /** Query for the text diff that opens below the row; without it, the row cannot be opened. */
  readonly query?: TextDiffQuery;
}

/** A file with its kind of change; for a text file, the diff can be opened below the row. */
export function ChangeRow({ path, change, size, sizeBefore, isText, query }: ChangeRowProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const opens = isText && query !== undefined;
  return (
    <li>
      <div className={classes.row}>
        <span className={classes.sign} data-change={change} aria-hidden>
          {SIGNS[change]}
        </span>
        {opens ? (
          <button
            type="button"
            className={classes.path}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            <IconChevronRight size={16} aria-hidden />
            <span>{path}</span>
          </button>
        ) : (
          <span className={classes.path}>
            <span>{path}</span>
          </span>
        )}
        <span className={classes.meta}>
          {[t.kind[change] ?? change, t.size(sizeBefore, size), !isText && t.noText]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      {isOpen && query && (
        <div id={id}>
          <FileDiff query={query} path={path} isBoth={change === 'changed'} />
        </div>
      )}
    </li>
  );
}

interface FileDiffProps {
  readonly query: TextDiffQuery;
  readonly path: string;
  /** The file is in both versions, and each version has its own column. */
  readonly isBoth: boolean;
}

/** Changed lines of one file: one column on narrow screens, two columns side by side on wide ones. */
function FileDiff({ query, path, isBoth }: FileDiffProps) {
  const { data, error, isFetching, refetch } = useQuery(query);
  return (
    <section className={diffClasses.diff} aria-label={t.diffOf(path)}>
      {data !== undefined ? (
        <Diff diff={data} isBoth={isBoth} />
      ) : error !== null ? (
        <RetryLine text={reasonOf(error, t.diffFailed)} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <p className={diffClasses.note} role="status">
          {t.diffLoading}
        </p>
      )}
    </section>
  );
}

function Diff({ diff: { stretches, noLines, isCut }, isBoth }: { diff: TextDiff; isBoth: boolean }) {
  const cut = isCut.before && isCut.now ? 'both' : isCut.before ? 'before' : isCut.now ? 'now' : null;
  if (stretches === null) return <p className={diffClasses.note}>{t.tooMuch}</p>;
  if (noLines !== null) return <p className={diffClasses.note}>{isBoth ? t.noLines[noLines] : t.empty}</p>;
  return (
    <>
      {cut && <p className={diffClasses.note}>{t.cut[cut]}</p>}
      <div className={diffClasses.text} data-both={isBoth || undefined}>
        {isBoth && (
          <p className={diffClasses.heads} aria-hidden>
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
      <div ref={opened} tabIndex={-1} className={diffClasses.opened}>
        <Part stretch={stretch} />
      </div>
    );
  }
  return (
    <>
      <Part stretch={head} />
      <button type="button" className={diffClasses.fold} onClick={() => setOpen(true)}>
        <IconArrowsVertical size={14} aria-hidden />
        {stretch.isSame ? t.showSame(hidden) : t.showRest(hidden)}
      </button>
      {tail && <Part stretch={tail} />}
    </>
  );
}

/** Unchanged lines are in both columns; screen readers read only those of the `now` column. */
function Part({ stretch: { isSame, before, now } }: { stretch: Stretch }) {
  return (
    <div className={diffClasses.part}>
      <Side lines={before} side="before" kind={isSame ? 'same' : 'removed'} />
      <Side lines={now} side="now" kind={isSame ? 'same' : 'added'} />
    </div>
  );
}

const LINE_KINDS = {
  same: { sign: '', Element: 'span' },
  added: { sign: '+', Element: 'ins' },
  removed: { sign: '−', Element: 'del' },
} as const;

interface SideProps {
  readonly lines: Lines;
  readonly side: 'before' | 'now';
  readonly kind: keyof typeof LINE_KINDS;
}

function Side({ lines: { first, lines }, side, kind }: SideProps) {
  const isRepeated = kind === 'same' && side === 'before';
  const { sign, Element } = LINE_KINDS[kind];
  return (
    <div className={diffClasses.side} data-side={side} data-kind={kind} aria-hidden={isRepeated || undefined}>
      {lines.length > 0 && kind !== 'same' && (
        <p className="g2-hidden">
          {kind === 'added' ? t.addedLines(lines.length, first) : t.removedLines(lines.length, first)}
        </p>
      )}
      {lines.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number.
        <div key={first + index} className={diffClasses.line}>
          <span className={diffClasses.number} aria-hidden>
            {first + index}
          </span>
          <span className={diffClasses.sign} aria-hidden>
            {sign}
          </span>
          <Element className={diffClasses.code}>{text}</Element>
        </div>
      ))}
    </div>
  );
}

interface NotComparedProps {
  readonly query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
  /** Of the placeholder, px. */
  readonly height: number;
  readonly loading: string;
  readonly failed: string;
}

/** Shown until a comparison is loaded; also says that a file is still being inspected. */
export function NotCompared({ query, height, loading, failed }: NotComparedProps) {
  const { error, isFetching, refetch } = query;
  if (error === null) return <Skeleton height={height} radius="md" role="status" aria-label={loading} />;
  if (isNotYetExamined(error)) {
    return (
      <p className="g2-note" role="status">
        {messageOf(error, loading)}
      </p>
    );
  }
  return <RetryLine text={reasonOf(error, failed)} busy={isFetching} onRetry={() => void refetch()} />;
}
