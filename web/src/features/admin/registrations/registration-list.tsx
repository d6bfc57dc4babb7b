import type { Page } from '@g2/gateway/contract/common';
import { REGISTRATION_SORT_FIELDS } from '@g2/gateway/contract/queue';
import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { STATUS_NAMES } from '@g2/gateway/contract/statuses';
import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { knownSort, useListParams } from '../../../lib/list-params.ts';
import { keyWithout, useIdParam } from '../../../lib/use-id-param.ts';
import { StatusBadge } from '../../../shared/registration/status-badge.tsx';
import { chosen } from '../../../shared/registration/status-change/status-choice.tsx';
import { StatusDialog } from '../../../shared/registration/status-change/status-dialog.tsx';
import { ListToolbar } from '../../../ui/list-toolbar.tsx';
import type { Column } from '../../../ui/record-table.tsx';
import type { Selection } from '../../../ui/use-selection.ts';
import { allRegistrationsQuery, anyRegistrationQuery } from '../api.ts';
import { AccountCell } from '../cells.tsx';
import { AdminList, FilterSelects, paramOf, UUID } from '../list.tsx';
import { RecordDialog } from '../record-dialog.tsx';
import { texts } from '../texts.ts';
import { RegistrationDetails } from './registration-details.tsx';

const { registrations: t, details } = texts;

/** URL parameter with the id of the registration in the details dialog. */
const DETAILS_PARAM = 'open';

/** A page of all registrations as the URL filters it, with the dialogs of one record. */
export function useRegistrationList() {
  const params = useListParams();
  const status = chosen(params.get('status')) ?? '';
  const sort = knownSort(params.sort, REGISTRATION_SORT_FIELDS);
  const userId = paramOf(params, 'user', UUID);
  const query = useQuery(allRegistrationsQuery(params.page, params.search, status, sort, userId));
  return {
    // The list's key ignores the URL parameter of the dialog: opening one does not make it another list.
    params: { ...params, key: keyWithout(params.key, [DETAILS_PARAM]) },
    query,
    /** Whether a search or a filter is active. */
    narrowed: params.search !== '' || status !== '' || userId !== '',
    /** Filter by owner; '' for all. */
    userId,
    ...useRecordDialogs(query),
  };
}
export type RegistrationListState = ReturnType<typeof useRegistrationList>;

interface RegistrationListProps {
  readonly list: RegistrationListState;
  readonly columns: readonly Column<StaffRegistration>[];
  readonly card: (record: StaffRegistration) => ReactNode;
  readonly selection?: Selection<StaffRegistration>;
  readonly selectionActions?: ReactNode;
  /** Shown beside the filters. */
  readonly action?: ReactNode;
}

/** All registrations: search, filter and sort order, 10 per page, opening the details of one. */
export function RegistrationList({ list, action, ...shown }: RegistrationListProps) {
  const { params, query, narrowed, userId, openId, openDetails, dialogs } = list;
  return (
    <>
      <ListToolbar
        params={params}
        searchLabel={t.search}
        placeholder={t.placeholder}
        opens
        selects={shown.selection !== undefined}
      >
        <FilterSelects
          params={params}
          filters={[{ name: 'status', label: t.filter, any: t.anyStatus, names: STATUS_NAMES }]}
        />
        {userId !== '' && (
          <Button
            variant="default"
            size="sm"
            rightSection={<IconX size={15} aria-hidden />}
            onClick={() => params.setFilter('user', '')}
          >
            {t.ofOne}
          </Button>
        )}
        {action}
      </ListToolbar>
      <AdminList
        {...shown}
        texts={t}
        query={query}
        params={params}
        narrowed={narrowed}
        nameOf={({ title }) => title}
        defaultSort="-createdAt"
        openId={openId}
        onOpen={openDetails}
      />
      {dialogs}
    </>
  );
}

/** The first columns of every list of registrations. */
export const TITLE_COLUMN: Column<StaffRegistration> = {
  accessor: 'title',
  title: t.name,
  sort: 'title',
  render: (record) => <span className="font-semibold wrap-anywhere">{record.title}</span>,
};
export const APPLICANT_COLUMN: Column<StaffRegistration> = {
  accessor: 'applicantName',
  title: t.applicant,
  sort: 'applicantName',
  render: (record) => <Applicant record={record} />,
};
export const STATUS_COLUMN: Column<StaffRegistration> = {
  accessor: 'status',
  title: t.status,
  sort: 'status',
  render: (record) => (
    <span className="inline-block min-w-37">
      <StatusBadge status={record.status} />
    </span>
  ),
};

export const Applicant = ({ record }: { record: StaffRegistration }) => (
  <AccountCell id={record.userId} name={record.applicantName} note={record.applicantEmail} />
);

type Open = { readonly record: StaffRegistration; readonly shown: boolean; readonly turn: number };

/** The dialogs of a registration. They show the record from the refetched list, else as it was when opened. */
function useRecordDialogs({ data, isPending }: UseQueryResult<Page<StaffRegistration>>) {
  const addressed = useIdParam(DETAILS_PARAM);
  const [state, setState] = useState<Open | null>(null);
  const listed = (id: string | null | undefined) => data?.items.find((record) => record.id === id);
  const { id } = addressed;
  // The registration in the URL, if it is not in the list.
  const isElsewhere = id !== null && listed(id) === undefined && !isPending;
  const one = useQuery({ ...anyRegistrationQuery(id ?? ''), enabled: isElsewhere });
  const record = listed(state?.record.id) ?? state?.record;
  const openStatus = (next: StaffRegistration) =>
    setState((now) => ({ record: next, shown: true, turn: (now?.turn ?? 0) + 1 }));
  const closeStatus = (closed: string) =>
    setState((now) => (now?.record.id === closed ? { ...now, shown: false } : now));
  return {
    openId: id,
    openDetails: (opened: StaffRegistration) => addressed.open(opened.id),
    openStatus,
    /** Must be rendered once, beside the list. */
    dialogs: (
      <>
        <RecordDialog
          addressed={addressed}
          record={listed(id) ?? (isElsewhere ? one.data : undefined)}
          query={one}
          texts={details}
          titleOf={({ title }) => `${details.title}: ${title}`}
          size={720}
        >
          {(shown) => <RegistrationDetails registration={shown} onStatus={openStatus} />}
        </RecordDialog>
        {/* The key gives a fresh form each time the dialog opens. */}
        {record && state && (
          <StatusDialog
            key={state.turn}
            opened={state.shown}
            registration={record}
            onClose={() => closeStatus(record.id)}
          />
        )}
      </>
    ),
  };
}
