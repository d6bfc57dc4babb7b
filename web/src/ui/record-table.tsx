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
  /** Key of the column; if there is no `render`, also the field of the record to show. */
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
  /** Hides the column if the list is narrower than this, for example beside an open panel. */
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
  readonly bindRow: BindRow<T>;
  readonly nameOf: (record: T) => string;
  readonly clickable: boolean;
  /** The rows belong to an earlier query, so actions on them are disabled. */
  readonly outdated: boolean;
  readonly highlighted?: (record: T) => boolean;
  readonly selection?: Selection<T>;
  readonly sort: SortState | undefined;
}

const HEADER_CELL_CLASSES =
  'p-2 text-left text-xs font-semibold text-muted bg-sunken border-b border-line whitespace-nowrap ' +
  'first:pl-4 last:pr-4';
const CELL_CLASSES = 'py-3 px-2 bg-(--row) align-middle wrap-anywhere first:pl-4 last:pr-4';
/** Makes the checkbox column as narrow as the checkboxes. */
const CHECKBOX_CELL_CLASSES = 'w-px pr-1';

/** Classes that hide a column in a narrow list; `lg` also in a wider list, where an open panel shows the value. */
const HIDE_BELOW_CLASSES = {
  sm: '@max-[640px]/list:hidden',
  md: '@max-[860px]/list:hidden',
  lg: '@max-[980px]/list:hidden wide:@max-[1140px]/list:hidden',
} as const;

const hideClasses = (below: keyof typeof HIDE_BELOW_CLASSES | undefined) =>
  below && HIDE_BELOW_CLASSES[below];

export function RecordTable<T extends { id: string }>(props: RecordTableProps<T>) {
  const { records, columns, selection, sort } = props;
  return (
    <div className="g2-panel @container/list overflow-x-auto overflow-y-hidden">
      <table className="w-full border-collapse text-sm leading-[1.45] tabular-nums" aria-label={props.label}>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className={clsx(HEADER_CELL_CLASSES, CHECKBOX_CELL_CLASSES)}>
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
        <td className={clsx(CELL_CLASSES, CHECKBOX_CELL_CLASSES)}>
          <RecordCheckbox record={record} nameOf={props.nameOf} selection={props.selection} />
        </td>
      )}
      {props.columns.map((column) => (
        <td
          key={String(column.accessor)}
          className={clsx(CELL_CLASSES, column.noWrap && 'whitespace-nowrap', hideClasses(column.hideBelow))}
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
  ...props.bindRow(record, index),
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
  const cellProps = {
    scope: 'col',
    className: clsx(HEADER_CELL_CLASSES, hideClasses(hideBelow)),
    style: { width, textAlign },
  };
  if (field === undefined || sort === undefined) return <th {...cellProps}>{title}</th>;
  const direction =
    sort.value === field ? 'ascending' : sort.value === `-${field}` ? 'descending' : undefined;
  const Icon =
    direction === 'ascending' ? IconArrowUp : direction === 'descending' ? IconArrowDown : IconArrowsSort;
  return (
    <th {...cellProps} aria-sort={direction}>
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
  const selectedCount = records.filter(({ id }) => selection.has(id)).length;
  return (
    <Checkbox
      size="md"
      {...(label === undefined ? { 'aria-label': t.selectAll } : { label })}
      checked={records.length > 0 && selectedCount === records.length}
      indeterminate={selectedCount > 0 && selectedCount < records.length}
      onChange={() => selection.togglePage(records)}
    />
  );
}
