import { STAFF_PAGE_SIZE } from '@g2/gateway/contract/constants';
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
type TextName = 'label' | 'empty' | 'emptyText' | 'failed' | 'failedText';

interface AdminListProps<T> extends Omit<RecordListProps<T>, TextName | 'pageSize'> {
  readonly texts: Texts<TextName>;
  readonly pageSize?: number;
  /** Whether a search or filter is active. Without one, an empty list shows no `emptyText`. */
  readonly isFiltered?: boolean;
}

/** A list of records in the administration, with a toast when it fails to load. */
export function AdminList<T extends { id: string }>(props: AdminListProps<T>) {
  const { texts: t, pageSize = STAFF_PAGE_SIZE, isFiltered = true, ...list } = props;
  useErrorToast(list.query.error, t.failed, t.failedText);
  return (
    <RecordList
      {...list}
      label={t.label}
      pageSize={pageSize}
      empty={t.empty}
      emptyText={isFiltered ? t.emptyText : undefined}
      failed={t.failed}
      failedText={t.failedText}
    />
  );
}

/** The last column, with the buttons of each row. Only screen readers get its title. */
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
  /** Label of the option that removes the filter. */
  readonly anyLabel: string;
  /** Option labels, by filter value. */
  readonly optionLabels: Readonly<Record<string, string>>;
}

interface FilterSelectsProps {
  readonly params: Pick<ListParams, 'get' | 'setFilter'>;
  readonly filters: readonly Filter[];
}

/** Selects for the filters of a list. The URL holds their values; an unknown value counts as absent. */
export function FilterSelects({ params, filters }: FilterSelectsProps) {
  return (
    <>
      {filters.map(({ name, label, anyLabel, optionLabels }) => (
        <Select
          key={name}
          className="flex-[0_1_250px] narrow:flex-[1_1_100%]"
          aria-label={label}
          data={[
            { value: ANY, label: anyLabel },
            ...Object.entries(optionLabels).map(([choice, text]) => ({ value: choice, label: text })),
          ]}
          value={Object.hasOwn(optionLabels, params.get(name)) ? params.get(name) : ANY}
          onChange={(choice) => params.setFilter(name, choice === ANY || choice === null ? '' : choice)}
        />
      ))}
    </>
  );
}

interface PeriodInputsProps {
  readonly params: Pick<ListParams, 'setFilter'>;
  /** Calendar days `YYYY-MM-DD`; '' means no limit. */
  readonly period: Readonly<Record<'from' | 'to', string>>;
  readonly texts: Texts<'from' | 'to'>;
}

/** Date fields that filter a list by its first and last day. The URL holds their values. */
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

export const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/;
export const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A URL parameter; '' if it is absent or does not match `pattern`. */
export const validParam = ({ get }: Pick<ListParams, 'get'>, name: string, pattern: RegExp): string =>
  pattern.test(get(name)) ? get(name) : '';

interface ExportButtonProps {
  readonly texts: Texts<'button' | 'done' | 'doneText' | 'failed' | 'failedText'>;
  readonly download: () => Promise<void>;
  readonly onSettled?: () => unknown;
}

/** Downloads a filtered list as a file. The server records the export in the audit trail. */
export function ExportButton({ texts: t, download, onSettled }: ExportButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: download,
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
