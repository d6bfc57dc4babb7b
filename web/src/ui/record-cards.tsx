import { Select } from '@mantine/core';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import classes from './record-list.module.css';
import {
  type Column,
  PageCheckbox,
  RecordCheckbox,
  type RecordTableProps,
  rowProps,
  type SortState,
} from './record-table.tsx';
import { texts as t } from './texts.ts';

type RecordCardsProps<T> = RecordTableProps<T> & { readonly card: (record: T) => ReactNode };

/** A list of records on narrow screens: one card per record; sorting and select-all are above the cards. */
export function RecordCards<T extends { id: string }>(props: RecordCardsProps<T>) {
  const { records, selection, sort, columns } = props;
  const sortable = columns.filter((column) => column.sort !== undefined && titleOf(column.title) !== '');
  return (
    <>
      {(selection !== undefined || (sort !== undefined && sortable.length > 0)) && (
        <div className="g2-row gap-x-4 mb-3">
          {selection && <PageCheckbox records={records} selection={selection} label={t.selectAll} />}
          <span className="flex-1 narrow:hidden" />
          {sort && sortable.length > 0 && <SortSelect columns={sortable} sort={sort} />}
        </div>
      )}
      <ul
        className="g2-list grid grid-cols-[repeat(auto-fill,minmax(min(100%,320px),1fr))] gap-3"
        aria-label={props.label}
        inert={props.outdated}
        aria-busy={props.outdated}
      >
        {records.map((record, index) => (
          <li
            key={record.id}
            {...rowProps(props, record, index)}
            className={clsx(
              classes.row,
              'g2-panel relative flex gap-3 p-4 bg-(--row) wrap-anywhere',
              'data-open:border-accent data-selected:border-accent',
            )}
          >
            {selection && (
              <div className="flex-none pt-0.5">
                <RecordCheckbox record={record} nameOf={props.nameOf} selection={selection} />
              </div>
            )}
            <div className="flex-1 min-w-0">{props.card(record)}</div>
          </li>
        ))}
      </ul>
    </>
  );
}

/** A column's title if it is a text, else an empty text. The list cannot be sorted by a column without a text. */
const titleOf = (title: ReactNode): string => (typeof title === 'string' ? title : '');

function SortSelect<T>({ columns, sort }: { columns: readonly Column<T>[]; sort: SortState }) {
  const data = columns.flatMap(({ sort: field = '', title }) => [
    { value: field, label: `${titleOf(title)}, ${t.ascending}` },
    { value: `-${field}`, label: `${titleOf(title)}, ${t.descending}` },
  ]);
  return (
    <Select
      className="flex-[0_1_260px] narrow:flex-[1_1_240px]"
      size="sm"
      aria-label={t.sortBy}
      placeholder={t.sortBy}
      data={data}
      value={sort.value === '' ? null : sort.value}
      onChange={(value) => value !== null && sort.onChange(value)}
    />
  );
}
