import { Button, Skeleton } from '@mantine/core';
import { IconArrowsVertical, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { useEffect, useId, useRef, useState } from 'react';
import { messageOf, reasonOf } from '../../lib/failures.ts';
import { formatInteger } from '../../lib/format.ts';
import { QueryFrame } from '../../ui/query-frame.tsx';
import { RetryLine } from '../../ui/retry-line.tsx';
import { isNotYetExamined, type TextDiffQuery } from './api.ts';
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
    <div className="g2-row mt-3" role="group" aria-label={t.filter}>
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

const SIGNS: Readonly<Record<string, readonly [sign: string, colours: string]>> = {
  added: ['+', 'bg-accent-soft text-accent'],
  removed: ['−', 'bg-danger-soft text-danger'],
  changed: ['±', 'bg-warning-soft text-warning'],
  unchanged: ['=', 'bg-sunken text-muted'],
};

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
  const [sign = '', colours] = SIGNS[change] ?? [];
  return (
    <li>
      <div className="grid grid-cols-[20px_minmax(0,1fr)_auto] items-center gap-x-2 py-1.5 text-sm">
        <span className={clsx('g2-mark w-5 h-5 font-bold leading-[1]', colours)} aria-hidden>
          {sign}
        </span>
        {isText && query !== undefined ? (
          <button
            type="button"
            className="g2-bare flex items-center gap-1 min-h-7 p-0 text-left wrap-anywhere hover:underline"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            <IconChevronRight
              className={clsx('flex-none text-muted', isOpen && 'rotate-90')}
              size={16}
              aria-hidden
            />
            <span>{path}</span>
          </button>
        ) : (
          <span className="py-1 pl-5 wrap-anywhere">{path}</span>
        )}
        <span className="g2-meta tabular-nums phone:col-2">
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
  const diff = useQuery(query);
  return (
    <section
      className="@container/diff mb-3 border border-line rounded-md bg-surface overflow-hidden"
      aria-label={t.diffOf(path)}
    >
      <QueryFrame
        query={diff}
        loading={
          <p className={NOTE} role="status">
            {t.diffLoading}
          </p>
        }
        failed={reasonOf(diff.error, t.diffFailed)}
      >
        {(data) => <Diff diff={data} isBoth={isBoth} />}
      </QueryFrame>
    </section>
  );
}

const NOTE = 'g2-note py-2 px-3';

function Diff({ diff: { stretches, noLines, isCut }, isBoth }: { diff: TextDiff; isBoth: boolean }) {
  const cut = isCut.before && isCut.now ? 'both' : isCut.before ? 'before' : isCut.now ? 'now' : null;
  if (stretches === null) return <p className={NOTE}>{t.tooMuch}</p>;
  if (noLines !== null) return <p className={NOTE}>{isBoth ? t.noLines[noLines] : t.empty}</p>;
  return (
    <>
      {cut && <p className={clsx(NOTE, 'border-b border-line')}>{t.cut[cut]}</p>}
      <div className="group text-xs leading-5" data-both={isBoth || undefined}>
        {isBoth && (
          <p
            className="hidden grid-cols-2 m-0 -mb-px border-b border-line bg-sunken text-muted *:p-1 @min-[560px]/diff:grid"
            aria-hidden
          >
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
      <div ref={opened} tabIndex={-1} className="focus-visible:-outline-offset-2">
        <Part stretch={stretch} />
      </div>
    );
  }
  return (
    <>
      <Part stretch={head} />
      <button
        type="button"
        className={clsx(
          'g2-bare g2-inline justify-center w-full min-h-8 border-y border-line first:border-t-0 last:border-b-0',
          'bg-sunken text-accent hover:underline focus-visible:-outline-offset-2',
        )}
        onClick={() => setOpen(true)}
      >
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
    <div className="grid-cols-2 [content-visibility:auto] group-data-both:@min-[560px]/diff:grid">
      <Side lines={before} side="before" kind={isSame ? 'same' : 'removed'} />
      <Side lines={now} side="now" kind={isSame ? 'same' : 'added'} />
    </div>
  );
}

const LINE_KINDS = {
  same: { sign: '', Element: 'span', line: undefined, colour: undefined },
  added: { sign: '+', Element: 'ins', line: 'bg-accent-soft', colour: 'text-accent' },
  removed: { sign: '−', Element: 'del', line: 'bg-danger-soft', colour: 'text-danger' },
} as const;

interface SideProps {
  readonly lines: Lines;
  readonly side: 'before' | 'now';
  readonly kind: keyof typeof LINE_KINDS;
}

function Side({ lines: { first, lines }, side, kind }: SideProps) {
  const isRepeated = kind === 'same' && side === 'before';
  const { sign, Element, line, colour } = LINE_KINDS[kind];
  return (
    <div
      className={clsx(
        'min-w-0',
        kind !== 'same' && 'bg-sunken',
        isRepeated && 'hidden group-data-both:@min-[560px]/diff:block',
        side === 'before' && 'border-line group-data-both:@min-[560px]/diff:border-r',
      )}
      aria-hidden={isRepeated || undefined}
    >
      {lines.length > 0 && kind !== 'same' && (
        <p className="g2-hidden">
          {kind === 'added' ? t.addedLines(lines.length, first) : t.removedLines(lines.length, first)}
        </p>
      )}
      {lines.map((text, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number.
          key={first + index}
          className={clsx('grid grid-cols-[5.5ch_2ch_minmax(0,1fr)] font-mono [tab-size:4]', line)}
        >
          <span className="pr-1.5 text-muted text-right select-none" aria-hidden>
            {first + index}
          </span>
          <span className={clsx('text-center font-bold select-none', colour)} aria-hidden>
            {sign}
          </span>
          <Element className="pr-2 no-underline whitespace-pre-wrap wrap-anywhere">{text}</Element>
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
