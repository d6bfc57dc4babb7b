import { Button } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { formatInteger } from '../../lib/format.ts';
import classes from './changes.module.css';
import type { TextDiffQuery } from './changes-api.ts';
import { FileDiff } from './changes-diff.tsx';
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

const SIGN: Readonly<Record<string, string>> = { added: '+', removed: '−', changed: '±', unchanged: '=' };

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
          {SIGN[change]}
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
