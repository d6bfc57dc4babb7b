import { Checkbox } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { nextSort } from '../lib/list-params.ts';
import classes from './record-table.module.css';
import { texts as t } from './texts.ts';
import type { BindRow } from './use-row-cursor.ts';

export interface Column<T> {
  /** Names the column; without `render` also the field that is shown. */
  readonly accessor: PropertyKey;
  readonly title: ReactNode;
  readonly render?: (record: T, index: number) => ReactNode;
  /** The server's name of this order; makes the header a button. */
  readonly sort?: string;
  /** For dates and amounts, where the newest or largest is asked for first. */
  readonly descendingFirst?: boolean;
  readonly noWrap?: boolean;
  readonly width?: string | number;
  readonly textAlign?: 'left' | 'center' | 'right';
  /** Left out where the list has less room than this, such as beside an open panel. */
  readonly hideBelow?: 'sm' | 'md' | 'lg';
}

export interface SortState {
  /** The order in force: a field, with '-' before it when descending; '' when none of the columns'. */
  readonly value: string;
  readonly onChange: (sort: string) => void;
}

export interface RecordTableProps<T> {
  readonly label: string;
  readonly records: readonly T[];
  readonly columns: readonly Column<T>[];
  readonly bind: BindRow<T>;
  readonly nameOf: (record: T) => string;
  readonly clickable: boolean;
  /** The rows are not the ones asked for: nothing may be done with them. */
  readonly outdated: boolean;
  readonly highlighted: ((record: T) => boolean) | undefined;
  readonly selection: Selection<T> | undefined;
  readonly sort: SortState | undefined;
}

/** Rows and columns with hairlines between them. */
export function RecordTable<T extends { id: string }>(props: RecordTableProps<T>) {
  const { records, columns, selection, sort } = props;
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-label={props.label}>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className={classes.check}>
                <PageCheckbox records={records} selection={selection} />
              </th>
            )}
            {columns.map((column) => (
              <HeaderCell key={String(column.accessor)} column={column} sort={sort} />
            ))}
          </tr>
        </thead>
        {/* Only the rows: the header one has just pressed keeps the focus. */}
        <tbody inert={props.outdated} aria-busy={props.outdated}>
          {records.map((record, index) => (
            <Row key={record.id} {...props} record={record} index={index} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row<T extends { id: string }>(props: RecordTableProps<T> & { record: T; index: number }) {
  const { record, index, selection } = props;
  const { ref, ...binding } = props.bind(record, index);
  return (
    <tr
      ref={ref}
      {...binding}
      className={classes.row}
      data-clickable={props.clickable || undefined}
      data-highlighted={props.highlighted?.(record) || undefined}
      data-selected={selection?.has(record.id) || undefined}
    >
      {selection && (
        <td className={classes.check}>
          <Checkbox
            size="md"
            aria-label={t.select(props.nameOf(record))}
            checked={selection.has(record.id)}
            onChange={() => selection.toggle(record)}
          />
        </td>
      )}
      {props.columns.map((column) => (
        <td
          key={String(column.accessor)}
          data-hide={column.hideBelow}
          data-nowrap={column.noWrap || undefined}
          style={{ textAlign: column.textAlign }}
        >
          {column.render ? column.render(record, index) : fieldOf(record, column.accessor)}
        </td>
      ))}
    </tr>
  );
}

function fieldOf(record: object, accessor: PropertyKey): ReactNode {
  const value: unknown = Reflect.get(record, accessor);
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

function HeaderCell<T>({ column, sort }: { column: Column<T>; sort: SortState | undefined }) {
  const { sort: field, title, hideBelow, width, textAlign, descendingFirst } = column;
  const cell = { scope: 'col', 'data-hide': hideBelow, style: { width, textAlign } } as const;
  if (field === undefined || sort === undefined) return <th {...cell}>{title}</th>;
  const direction =
    sort.value === field ? 'ascending' : sort.value === `-${field}` ? 'descending' : undefined;
  const Icon =
    direction === 'ascending' ? IconArrowUp : direction === 'descending' ? IconArrowDown : IconArrowsSort;
  return (
    <th {...cell} aria-sort={direction}>
      <button
        type="button"
        className={classes.sort}
        onClick={() => sort.onChange(nextSort(sort.value, field, descendingFirst))}
      >
        {title}
        <Icon size={15} aria-hidden className={classes.sortIcon} />
      </button>
    </th>
  );
}

interface PageCheckboxProps<T> {
  readonly records: readonly T[];
  readonly selection: Selection<T>;
  readonly label?: string;
}

/** Selects all of the page in sight. */
export function PageCheckbox<T extends { id: string }>({ records, selection, label }: PageCheckboxProps<T>) {
  const chosen = records.filter(({ id }) => selection.has(id)).length;
  return (
    <Checkbox
      size="md"
      {...(label === undefined ? { 'aria-label': t.selectAll } : { label })}
      checked={records.length > 0 && chosen === records.length}
      indeterminate={chosen > 0 && chosen < records.length}
      onChange={() => selection.togglePage(records)}
    />
  );
}

export interface Selection<T> {
  /** Everything selected, on whatever page it stands, as fresh as the list knows it. */
  readonly records: readonly T[];
  readonly has: (id: string) => boolean;
  readonly toggle: (record: T) => void;
  /** Selects the whole page, or takes it out when all of it is selected. */
  readonly togglePage: (page: readonly T[]) => void;
  readonly set: (records: readonly T[]) => void;
  readonly clear: () => void;
}

/** Selected rows, kept by id while pages, filters and order change; `page` brings those in sight up to date. */
export function useSelection<T extends { id: string }>(page: readonly T[] | undefined): Selection<T> {
  const [kept, setKept] = useState<readonly T[]>([]);
  const fresh = new Map(page?.map((record) => [record.id, record]));
  const records = kept.map((record) => fresh.get(record.id) ?? record);
  const ids = new Set(kept.map(({ id }) => id));
  return {
    records,
    has: (id) => ids.has(id),
    toggle: (record) =>
      setKept((now) =>
        now.some(({ id }) => id === record.id) ? now.filter(({ id }) => id !== record.id) : [...now, record],
      ),
    togglePage: (items) =>
      setKept((now) => {
        const here = new Set(items.map(({ id }) => id));
        const others = now.filter(({ id }) => !here.has(id));
        return now.length - others.length === here.size ? others : [...others, ...items];
      }),
    set: setKept,
    clear: () => setKept([]),
  };
}
