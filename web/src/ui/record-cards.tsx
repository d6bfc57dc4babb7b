import { Checkbox, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './record-list.module.css';
import { type Column, PageCheckbox, type RecordTableProps, type SortState } from './record-table.tsx';
import { texts as t } from './texts.ts';

type RecordCardsProps<T> = RecordTableProps<T> & { readonly card: (record: T) => ReactNode };

/** A list of records on narrow screens: one card per record; sorting and select-all are above the cards. */
export function RecordCards<T extends { id: string }>(props: RecordCardsProps<T>) {
  const { records, selection, sort, columns } = props;
  const sortable = columns.filter((column) => column.sort !== undefined && titleOf(column.title) !== '');
  return (
    <>
      {(selection !== undefined || (sort !== undefined && sortable.length > 0)) && (
        <div className={classes.cardTools}>
          {selection && <PageCheckbox records={records} selection={selection} label={t.selectAll} />}
          <span className={classes.spacer} />
          {sort && sortable.length > 0 && <SortSelect columns={sortable} sort={sort} />}
        </div>
      )}
      <ul
        className={classes.cards}
        aria-label={props.label}
        inert={props.outdated}
        aria-busy={props.outdated}
      >
        {records.map((record, index) => (
          <CardItem key={record.id} {...props} record={record} index={index} />
        ))}
      </ul>
    </>
  );
}

function CardItem<T extends { id: string }>(props: RecordCardsProps<T> & { record: T; index: number }) {
  const { record, index, selection } = props;
  const { ref, ...binding } = props.bind(record, index);
  return (
    <li
      ref={ref}
      {...binding}
      className={classes.card}
      data-clickable={props.clickable || undefined}
      data-highlighted={props.highlighted?.(record) || undefined}
      data-selected={selection?.has(record.id) || undefined}
    >
      {selection && (
        <Checkbox
          size="md"
          className={classes.cardCheck ?? ''}
          aria-label={t.select(props.nameOf(record))}
          checked={selection.has(record.id)}
          onChange={() => selection.toggle(record)}
        />
      )}
      <div className={classes.cardBody}>{props.card(record)}</div>
    </li>
  );
}

/** Only columns with a plain text as title can be chosen for sorting. */
const titleOf = (title: ReactNode): string => (typeof title === 'string' ? title : '');

function SortSelect<T>({ columns, sort }: { columns: readonly Column<T>[]; sort: SortState }) {
  const data = columns.flatMap(({ sort: field = '', title }) => [
    { value: field, label: `${titleOf(title)}, ${t.ascending}` },
    { value: `-${field}`, label: `${titleOf(title)}, ${t.descending}` },
  ]);
  return (
    <Select
      className={classes.cardSort ?? ''}
      size="sm"
      aria-label={t.sortBy}
      placeholder={t.sortBy}
      data={data}
      value={sort.value === '' ? null : sort.value}
      onChange={(value) => value !== null && sort.onChange(value)}
    />
  );
}
