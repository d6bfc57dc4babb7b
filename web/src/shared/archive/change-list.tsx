import { Button, Skeleton } from '@mantine/core';
import { IconArrowsVertical, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { useEffect, useId, useRef, useState } from 'react';
import { messageOf, reasonOf } from '../../lib/failures.ts';
import { formatInteger } from '../../lib/format.ts';
import { QueryFrame } from '../../ui/query-frame.tsx';
import { RetryLine } from '../../ui/retry-line.tsx';
import { isInspectionPending, type TextDiffQuery } from './api.ts';
import { type DiffSection, foldSection, type LineRange, type TextDiff } from './changes-model.ts';
import { texts as t } from './changes-texts.ts';

type ChangeKind = keyof typeof t.filterLabels;

interface KindFilterProps<Kind extends ChangeKind> {
  readonly kinds: readonly Kind[];
  /** Number of files of each kind. */
  readonly counts: Readonly<Record<Kind, number>>;
  /** The selected kind; '' for all kinds. */
  readonly selected: Kind | '';
  readonly onSelect: (kind: Kind | '') => void;
  /** False if there is no button for all kinds. */
  readonly hasAll?: boolean;
}

/** Filter for the kind of change. Renders nothing if there are fewer than two kinds. */
export function KindFilter<Kind extends ChangeKind>(props: KindFilterProps<Kind>) {
  const { kinds, counts, selected, onSelect, hasAll = true } = props;
  if (kinds.length < 2) return null;
  const kindOptions = kinds.map(
    (kind) => [kind, `${t.filterLabels[kind]} (${formatInteger(counts[kind])})`] as const,
  );
  const allOption = hasAll ? [['', t.allKinds] as const] : [];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields.
    <div className="g2-row mt-3" role="group" aria-label={t.filter}>
      {[...allOption, ...kindOptions].map(([kind, label]) => (
        <Button
          key={kind}
          size="xs"
          variant={selected === kind ? 'filled' : 'default'}
          aria-pressed={selected === kind}
          onClick={() => onSelect(kind)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

/** Sign and colours of each kind of change. */
const SIGNS: Readonly<Record<string, readonly [sign: string, colours: string]>> = {
  added: ['+', 'bg-accent-soft text-accent'],
  removed: ['−', 'bg-danger-soft text-danger'],
  changed: ['±', 'bg-warning-soft text-warning'],
  unchanged: ['=', 'bg-sunken text-muted'],
};

interface ChangeRowProps {
  readonly path: string;
  readonly change: string;
  /** Size of the new file, bytes; null for a removed file. */
  readonly size: number | null;
  /** Size of the old file, bytes; null for an added file. */
  readonly sizeBefore: number | null;
  readonly isText: boolean;
  /** Query for the text diff below the row; without it, the row cannot be opened. */
  readonly query?: TextDiffQuery;
}

/** A changed file. For a text file, a button shows the diff below the row. */
export function ChangeRow({ path, change, size, sizeBefore, isText, query }: ChangeRowProps) {
  const [isOpen, setOpen] = useState(false);
  const diffId = useId();
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
            aria-controls={isOpen ? diffId : undefined}
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
          {[t.kindNames[change] ?? change, t.sizeChange(sizeBefore, size), !isText && t.notText]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      {isOpen && query && (
        <div id={diffId}>
          <FileDiff query={query} path={path} hasBothFiles={change === 'changed'} />
        </div>
      )}
    </li>
  );
}

interface FileDiffProps {
  readonly query: TextDiffQuery;
  readonly path: string;
  /** True if there are an old and a new file. On a wide screen, each has a column of its own. */
  readonly hasBothFiles: boolean;
}

/** Line diff of one file: in one column on a narrow screen, in two columns on a wide one. */
function FileDiff({ query, path, hasBothFiles }: FileDiffProps) {
  const diffQuery = useQuery(query);
  return (
    <section
      className="@container/diff mb-3 border border-line rounded-md bg-surface overflow-hidden"
      aria-label={t.diffOf(path)}
    >
      <QueryFrame
        query={diffQuery}
        loading={
          <p className={NOTE_CLASSES} role="status">
            {t.diffLoading}
          </p>
        }
        failed={reasonOf(diffQuery.error, t.diffFailed)}
      >
        {(diff) => <DiffLines diff={diff} hasBothFiles={hasBothFiles} />}
      </QueryFrame>
    </section>
  );
}

const NOTE_CLASSES = 'g2-note py-2 px-3';

function DiffLines({ diff, hasBothFiles }: { diff: TextDiff; hasBothFiles: boolean }) {
  const { sections, noLineDiffReason, isTruncated } = diff;
  if (sections === null) return <p className={NOTE_CLASSES}>{t.tooManyDifferences}</p>;
  if (noLineDiffReason !== null) {
    return <p className={NOTE_CLASSES}>{hasBothFiles ? t.noLineDiff[noLineDiffReason] : t.emptyFile}</p>;
  }
  const truncatedText = truncatedTextOf(isTruncated);
  return (
    <>
      {truncatedText !== null && (
        <p className={clsx(NOTE_CLASSES, 'border-b border-line')}>{t.truncated[truncatedText]}</p>
      )}
      <div className="group text-xs leading-5" data-both={hasBothFiles || undefined}>
        {hasBothFiles && (
          <p
            className="hidden grid-cols-2 m-0 -mb-px border-b border-line bg-sunken text-muted *:p-1 @min-[560px]/diff:grid"
            aria-hidden
          >
            <span>{t.oldColumn}</span>
            <span>{t.newColumn}</span>
          </p>
        )}
        {sections.map((section, index) => (
          <FoldedSection
            key={`${section.oldRange.firstNumber} ${section.newRange.firstNumber}`}
            section={section}
            isFirst={index === 0}
            isLast={index === sections.length - 1}
          />
        ))}
      </div>
    </>
  );
}

/** Which of the two texts is truncated; null if none is. */
function truncatedTextOf({ oldText, newText }: TextDiff['isTruncated']): keyof typeof t.truncated | null {
  if (oldText && newText) return 'both';
  if (oldText) return 'oldText';
  return newText ? 'newText' : null;
}

interface FoldedSectionProps {
  readonly section: DiffSection;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/** A section of a diff; a button shows its hidden lines. */
function FoldedSection({ section, isFirst, isLast }: FoldedSectionProps) {
  const [isOpen, setOpen] = useState(false);
  const openedLines = useRef<HTMLDivElement>(null);
  // The pressed button disappears, so the focus moves to the lines that it revealed.
  useEffect(() => {
    if (isOpen) openedLines.current?.focus({ preventScroll: true });
  }, [isOpen]);
  const { head, hiddenCount, tail } = foldSection(section, isFirst, isLast);
  if (hiddenCount === 0) return <SectionColumns section={section} />;
  if (isOpen) {
    return (
      <div ref={openedLines} tabIndex={-1} className="focus-visible:-outline-offset-2">
        <SectionColumns section={section} />
      </div>
    );
  }
  return (
    <>
      <SectionColumns section={head} />
      <button
        type="button"
        className={clsx(
          'g2-bare g2-inline justify-center w-full min-h-8 border-y border-line first:border-t-0 last:border-b-0',
          'bg-sunken text-accent hover:underline focus-visible:-outline-offset-2',
        )}
        onClick={() => setOpen(true)}
      >
        <IconArrowsVertical size={14} aria-hidden />
        {section.isEqual ? t.showUnchanged(hiddenCount) : t.showRest(hiddenCount)}
      </button>
      {tail && <SectionColumns section={tail} />}
    </>
  );
}

/** Lines of a section in the old and the new column. Screen readers read unchanged lines only in the new column. */
function SectionColumns({ section: { isEqual, oldRange, newRange } }: { section: DiffSection }) {
  return (
    <div className="grid-cols-2 [content-visibility:auto] group-data-both:@min-[560px]/diff:grid">
      <LineColumn range={oldRange} column="old" kind={isEqual ? 'equal' : 'removed'} />
      <LineColumn range={newRange} column="new" kind={isEqual ? 'equal' : 'added'} />
    </div>
  );
}

const LINE_KINDS = {
  equal: { sign: '', Element: 'span', background: undefined, signColour: undefined },
  added: { sign: '+', Element: 'ins', background: 'bg-accent-soft', signColour: 'text-accent' },
  removed: { sign: '−', Element: 'del', background: 'bg-danger-soft', signColour: 'text-danger' },
} as const;

interface LineColumnProps {
  readonly range: LineRange;
  readonly column: 'old' | 'new';
  readonly kind: keyof typeof LINE_KINDS;
}

function LineColumn({ range: { firstNumber, lines }, column, kind }: LineColumnProps) {
  const isUnchangedDuplicate = kind === 'equal' && column === 'old';
  const { sign, Element, background, signColour } = LINE_KINDS[kind];
  return (
    <div
      className={clsx(
        'min-w-0',
        kind !== 'equal' && 'bg-sunken',
        isUnchangedDuplicate && 'hidden group-data-both:@min-[560px]/diff:block',
        column === 'old' && 'border-line group-data-both:@min-[560px]/diff:border-r',
      )}
      aria-hidden={isUnchangedDuplicate || undefined}
    >
      {lines.length > 0 && kind !== 'equal' && (
        <p className="g2-hidden">
          {kind === 'added'
            ? t.addedLines(lines.length, firstNumber)
            : t.removedLines(lines.length, firstNumber)}
        </p>
      )}
      {lines.map((text, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the line number identifies the line.
          key={firstNumber + index}
          className={clsx('grid grid-cols-[5.5ch_2ch_minmax(0,1fr)] font-mono [tab-size:4]', background)}
        >
          <span className="pr-1.5 text-muted text-right select-none" aria-hidden>
            {firstNumber + index}
          </span>
          <span className={clsx('text-center font-bold select-none', signColour)} aria-hidden>
            {sign}
          </span>
          <Element className="pr-2 no-underline whitespace-pre-wrap wrap-anywhere">{text}</Element>
        </div>
      ))}
    </div>
  );
}

interface ComparisonPlaceholderProps {
  readonly query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
  /** Height of the loading placeholder, px. */
  readonly height: number;
  readonly loading: string;
  readonly failed: string;
}

/** Shown until a comparison is loaded: a placeholder, an error, or that a ZIP is still being inspected. */
export function ComparisonPlaceholder({ query, height, loading, failed }: ComparisonPlaceholderProps) {
  const { error, isFetching, refetch } = query;
  if (error === null) return <Skeleton height={height} radius="md" role="status" aria-label={loading} />;
  if (isInspectionPending(error)) {
    return (
      <p className="g2-note" role="status">
        {messageOf(error, loading)}
      </p>
    );
  }
  return <RetryLine text={reasonOf(error, failed)} busy={isFetching} onRetry={() => void refetch()} />;
}
