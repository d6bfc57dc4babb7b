import { STAFF_PAGE_SIZE } from '@g2/gateway/contract/common';
import { Button, Select, TextInput, VisuallyHidden } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reasonOf } from '../../lib/failures.ts';
import type { ListParams } from '../../lib/list-params.ts';
import { RecordList, type RecordListProps } from '../../ui/record-list.tsx';
import type { Column } from '../../ui/record-table.tsx';
import { notify, useErrorToast } from '../../ui/toast-store.ts';
import { texts } from './texts.ts';

type Texts<Name extends string> = Readonly<Record<Name, string>>;
type Worded = 'label' | 'empty' | 'emptyText' | 'failed' | 'failedText';

interface AdminListProps<T> extends Omit<RecordListProps<T>, Worded | 'pageSize'> {
  readonly texts: Texts<Worded>;
  readonly pageSize?: number;
  /** False if nothing is searched or filtered: an empty list then shows no `emptyText`. */
  readonly narrowed?: boolean;
}

/** A list of records in the administration, with a toast when it fails to load. */
export function AdminList<T extends { id: string }>(props: AdminListProps<T>) {
  const { texts: t, pageSize = STAFF_PAGE_SIZE, narrowed = true, ...list } = props;
  useErrorToast(list.query.error, t.failed, t.failedText);
  return (
    <RecordList
      {...list}
      label={t.label}
      pageSize={pageSize}
      empty={t.empty}
      emptyText={narrowed ? t.emptyText : undefined}
      failed={t.failed}
      failedText={t.failedText}
    />
  );
}

/** The last column, with the buttons of a row; its title is for screen readers only. */
export function actionsColumn<T>(render: (record: T) => ReactNode): Column<T> {
  return {
    accessor: 'actions',
    title: <VisuallyHidden>{texts.actions}</VisuallyHidden>,
    textAlign: 'right',
    render,
  };
}

const ANY = 'any';

interface Filter {
  /** Name of the URL parameter. */
  readonly name: string;
  readonly label: string;
  /** Label of the option that filters nothing. */
  readonly any: string;
  /** Labels of the options by value. */
  readonly names: Readonly<Record<string, string>>;
}

interface FilterSelectsProps {
  readonly params: Pick<ListParams, 'get' | 'setFilter'>;
  readonly filters: readonly Filter[];
}

/** The filters of a list, kept in the URL. An unknown value counts as absent. */
export function FilterSelects({ params, filters }: FilterSelectsProps) {
  return (
    <>
      {filters.map(({ name, label, any, names }) => (
        <Select
          key={name}
          className="flex-[0_1_250px] narrow:flex-[1_1_100%]"
          aria-label={label}
          data={[
            { value: ANY, label: any },
            ...Object.entries(names).map(([choice, text]) => ({ value: choice, label: text })),
          ]}
          value={Object.hasOwn(names, params.get(name)) ? params.get(name) : ANY}
          onChange={(choice) => params.setFilter(name, choice === ANY || choice === null ? '' : choice)}
        />
      ))}
    </>
  );
}

interface PeriodInputsProps {
  readonly params: Pick<ListParams, 'setFilter'>;
  /** Civil days `YYYY-MM-DD`; '' for no bound. */
  readonly period: Readonly<Record<'from' | 'to', string>>;
  readonly texts: Texts<'from' | 'to'>;
}

/** First and last day of a list, kept in the URL. */
export function PeriodInputs({ params, period, texts: t }: PeriodInputsProps) {
  return (
    <>
      {(['from', 'to'] as const).map((name) => (
        <TextInput
          key={name}
          type="date"
          label={t[name]}
          value={period[name]}
          onChange={(event) => params.setFilter(name, event.currentTarget.value)}
        />
      ))}
    </>
  );
}

export const DAY = /^\d{4}-\d{2}-\d{2}$/;
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A URL parameter; '' if it is absent or does not have the form. */
export const paramOf = ({ get }: Pick<ListParams, 'get'>, name: string, form: RegExp): string =>
  form.test(get(name)) ? get(name) : '';

interface ExportButtonProps {
  readonly texts: Texts<'button' | 'done' | 'doneText' | 'failed' | 'failedText'>;
  readonly save: () => Promise<void>;
  readonly onSettled?: () => unknown;
}

/** Saves a filtered list as a file; the export is recorded in the audit trail. */
export function ExportButton({ texts: t, save, onSettled }: ExportButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: save,
    onSuccess: () => notify.success(t.done, t.doneText),
    onError: (error) => notify.error(t.failed, reasonOf(error, t.failedText)),
    ...(onSettled && { onSettled }),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={isPending}
      onClick={() => mutate()}
    >
      {t.button}
    </Button>
  );
}
