import { Checkbox } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { nextSort } from '../lib/list-params.ts';
import classes from './record-list.module.css';
import { texts as t } from './texts.ts';
import type { BindRow } from './use-row-cursor.ts';
import type { Selection } from './use-selection.ts';

export interface Column<T> {
  /** Key of the column; without `render`, the field that is shown. */
  readonly accessor: PropertyKey;
  readonly title: ReactNode;
  readonly render?: (record: T, index: number) => ReactNode;
  /** Name of the server's sort field; makes the header a sort button. */
  readonly sort?: string;
  /** The first click sorts descending, for dates and amounts. */
  readonly descendingFirst?: boolean;
  readonly noWrap?: boolean;
  readonly width?: string | number;
  readonly textAlign?: 'left' | 'center' | 'right';
  /** Hides the column if the list is narrower than this, such as beside an open panel. */
  readonly hideBelow?: 'sm' | 'md' | 'lg';
}

export interface SortState {
  /** The current order: a field, with '-' before it when descending; '' if no column has this order. */
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
  /** The rows belong to an earlier query, so actions on them are disabled. */
  readonly outdated: boolean;
  readonly highlighted?: (record: T) => boolean;
  readonly selection?: Selection<T>;
  readonly sort: SortState | undefined;
}

const HEAD =
  'p-2 text-left text-xs font-semibold text-muted bg-sunken border-b border-line whitespace-nowrap ' +
  'first:pl-4 last:pr-4';
const CELL = 'py-3 px-2 bg-(--row) align-middle wrap-anywhere first:pl-4 last:pr-4';
/** The column of the checkboxes is as narrow as they are. */
const CHECK = 'w-px pr-1';

/** Below these widths of the list a column is hidden; beside an open panel sooner, because the panel shows the same. */
const HIDE = {
  sm: '@max-[640px]/list:hidden',
  md: '@max-[860px]/list:hidden',
  lg: '@max-[980px]/list:hidden wide:@max-[1140px]/list:hidden',
} as const;

const hidden = (below: keyof typeof HIDE | undefined) => below && HIDE[below];

export function RecordTable<T extends { id: string }>(props: RecordTableProps<T>) {
  const { records, columns, selection, sort } = props;
  return (
    <div className="g2-panel @container/list overflow-x-auto overflow-y-hidden">
      <table className="w-full border-collapse text-sm leading-[1.45] tabular-nums" aria-label={props.label}>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className={clsx(HEAD, CHECK)}>
                <PageCheckbox records={records} selection={selection} />
              </th>
            )}
            {columns.map((column) => (
              <HeaderCell key={String(column.accessor)} column={column} sort={sort} />
            ))}
          </tr>
        </thead>
        {/* Disable only the rows: the header button that was just pressed must keep the focus. */}
        <tbody
          className="g2-rows motion-safe:[transition:opacity_120ms]"
          inert={props.outdated}
          aria-busy={props.outdated}
        >
          {records.map((record, index) => (
            <RecordRow key={record.id} {...props} record={record} index={index} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RecordRow<T extends { id: string }>(props: RecordTableProps<T> & { record: T; index: number }) {
  const { record, index } = props;
  return (
    <tr {...rowProps(props, record, index)} className={clsx(classes.row, 'focus-visible:-outline-offset-2')}>
      {props.selection && (
        <td className={clsx(CELL, CHECK)}>
          <RecordCheckbox record={record} nameOf={props.nameOf} selection={props.selection} />
        </td>
      )}
      {props.columns.map((column) => (
        <td
          key={String(column.accessor)}
          className={clsx(CELL, column.noWrap && 'whitespace-nowrap', hidden(column.hideBelow))}
          style={{ textAlign: column.textAlign }}
        >
          {column.render ? column.render(record, index) : plainValueOf(record, column.accessor)}
        </td>
      ))}
    </tr>
  );
}

/** Attributes of a record's row or card. */
export const rowProps = <T extends { id: string }>(props: RecordTableProps<T>, record: T, index: number) => ({
  ...props.bind(record, index),
  'data-clickable': props.clickable || undefined,
  'data-highlighted': props.highlighted?.(record) || undefined,
  'data-selected': props.selection?.has(record.id) || undefined,
});

interface RecordCheckboxProps<T> {
  readonly record: T;
  readonly nameOf: (record: T) => string;
  readonly selection: Selection<T>;
}

export function RecordCheckbox<T extends { id: string }>(props: RecordCheckboxProps<T>) {
  const { record, nameOf, selection } = props;
  return (
    <Checkbox
      size="md"
      aria-label={t.select(nameOf(record))}
      checked={selection.has(record.id)}
      onChange={() => selection.toggle(record)}
    />
  );
}

function plainValueOf(record: object, accessor: PropertyKey): ReactNode {
  const value: unknown = Reflect.get(record, accessor);
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

function HeaderCell<T>({ column, sort }: { column: Column<T>; sort: SortState | undefined }) {
  const { sort: field, title, hideBelow, width, textAlign, descendingFirst } = column;
  const cell = { scope: 'col', className: clsx(HEAD, hidden(hideBelow)), style: { width, textAlign } };
  if (field === undefined || sort === undefined) return <th {...cell}>{title}</th>;
  const direction =
    sort.value === field ? 'ascending' : sort.value === `-${field}` ? 'descending' : undefined;
  const Icon =
    direction === 'ascending' ? IconArrowUp : direction === 'descending' ? IconArrowDown : IconArrowsSort;
  return (
    <th {...cell} aria-sort={direction}>
      <button
        type="button"
        className={clsx(
          'g2-bare g2-inline group gap-1 -m-1.5 p-1.5 rounded-sm',
          direction ? 'text-ink' : 'hover:text-ink',
        )}
        onClick={() => sort.onChange(nextSort(sort.value, field, descendingFirst))}
      >
        {title}
        <Icon
          size={15}
          className={direction ? undefined : 'opacity-45 group-hover:opacity-100'}
          aria-hidden
        />
      </button>
    </th>
  );
}

interface PageCheckboxProps<T> {
  readonly records: readonly T[];
  readonly selection: Selection<T>;
  readonly label?: string;
}

/** Checkbox that selects all records of the current page. */
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
