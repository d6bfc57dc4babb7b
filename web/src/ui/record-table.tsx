import { Checkbox } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { nextSort } from '../lib/list-params.ts';
import classes from './record-table.module.css';
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
  readonly highlighted: ((record: T) => boolean) | undefined;
  readonly selection: Selection<T> | undefined;
  readonly sort: SortState | undefined;
}

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
        {/* Disable only the rows: the header button that was just pressed must keep the focus. */}
        <tbody inert={props.outdated} aria-busy={props.outdated}>
          {records.map((record, index) => (
            <RecordRow key={record.id} {...props} record={record} index={index} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RecordRow<T extends { id: string }>(props: RecordTableProps<T> & { record: T; index: number }) {
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
          {column.render ? column.render(record, index) : plainValueOf(record, column.accessor)}
        </td>
      ))}
    </tr>
  );
}

function plainValueOf(record: object, accessor: PropertyKey): ReactNode {
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
