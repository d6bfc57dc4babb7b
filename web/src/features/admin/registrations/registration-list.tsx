import type { Page } from '@g2/gateway/contract/common';
import { REGISTRATION_SORT_FIELDS } from '@g2/gateway/contract/queue';
import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { STATUS_NAMES } from '@g2/gateway/contract/status-terms';
import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { knownSort, useListParams } from '../../../lib/list-params.ts';
import { queryWithout, useIdParam } from '../../../lib/use-id-param.ts';
import { StatusBadge } from '../../../shared/registration/status-badge.tsx';
import { parseStatus } from '../../../shared/registration/status-change/status-choice.tsx';
import { StatusDialog } from '../../../shared/registration/status-change/status-dialog.tsx';
import { ListToolbar } from '../../../ui/list-toolbar.tsx';
import type { Column } from '../../../ui/record-table.tsx';
import type { Selection } from '../../../ui/use-selection.ts';
import { adminRegistrationQuery, allRegistrationsQuery } from '../api.ts';
import { AccountCell } from '../cells.tsx';
import { AdminList, FilterSelects, UUID_PATTERN, validParam } from '../list.tsx';
import { RecordDialog } from '../record-dialog.tsx';
import { texts } from '../texts.ts';
import { RegistrationDetails } from './registration-details.tsx';

const { registrations: t, details } = texts;

/** URL parameter with the id of the registration in the details dialog. */
const DETAILS_PARAM = 'open';

/** The state of a list of registrations: the page and filters in the URL, the query, and the dialogs. */
export function useRegistrationList() {
  const params = useListParams();
  const status = parseStatus(params.get('status')) ?? '';
  const sort = knownSort(params.sort, REGISTRATION_SORT_FIELDS);
  const userId = validParam(params, 'user', UUID_PATTERN);
  const query = useQuery(allRegistrationsQuery(params.page, params.search, status, sort, userId));
  return {
    // The key omits the dialog's URL parameter, so that opening the dialog does not count as a new list.
    params: { ...params, key: queryWithout(params.key, [DETAILS_PARAM]) },
    query,
    /** Whether a search or a filter is active. */
    isFiltered: params.search !== '' || status !== '' || userId !== '',
    /** Id of the owner to filter by; '' for all owners. */
    userId,
    ...useRegistrationDialogs(query),
  };
}
export type RegistrationListState = ReturnType<typeof useRegistrationList>;

interface RegistrationListProps {
  readonly list: RegistrationListState;
  readonly columns: readonly Column<StaffRegistration>[];
  readonly card: (registration: StaffRegistration) => ReactNode;
  readonly selection?: Selection<StaffRegistration>;
  readonly selectionActions?: ReactNode;
  /** Shown beside the filters. */
  readonly action?: ReactNode;
}

/** The list of all registrations: search, filters, sort order, pages of 10, and the details of a registration. */
export function RegistrationList({ list, action, ...listProps }: RegistrationListProps) {
  const { params, query, isFiltered, userId, openId, openDetails, dialogs } = list;
  return (
    <>
      <ListToolbar
        params={params}
        searchLabel={t.search}
        placeholder={t.placeholder}
        canOpen
        canSelect={listProps.selection !== undefined}
      >
        <FilterSelects
          params={params}
          filters={[{ name: 'status', label: t.filter, anyLabel: t.anyStatus, optionLabels: STATUS_NAMES }]}
        />
        {userId !== '' && (
          <Button
            variant="default"
            size="sm"
            rightSection={<IconX size={15} aria-hidden />}
            onClick={() => params.setFilter('user', '')}
          >
            {t.clearAccountFilter}
          </Button>
        )}
        {action}
      </ListToolbar>
      <AdminList
        {...listProps}
        texts={t}
        query={query}
        params={params}
        isFiltered={isFiltered}
        nameOf={({ title }) => title}
        defaultSort="-createdAt"
        openId={openId}
        onOpen={openDetails}
      />
      {dialogs}
    </>
  );
}

/** Columns that all lists of registrations share. */
export const TITLE_COLUMN: Column<StaffRegistration> = {
  accessor: 'title',
  title: t.registrationTitle,
  sort: 'title',
  render: (registration) => <span className="font-semibold wrap-anywhere">{registration.title}</span>,
};
export const APPLICANT_COLUMN: Column<StaffRegistration> = {
  accessor: 'applicantName',
  title: t.applicant,
  sort: 'applicantName',
  render: (registration) => <Applicant registration={registration} />,
};
export const STATUS_COLUMN: Column<StaffRegistration> = {
  accessor: 'status',
  title: t.status,
  sort: 'status',
  render: (registration) => (
    <span className="inline-block min-w-37">
      <StatusBadge status={registration.status} />
    </span>
  ),
};

export const Applicant = ({ registration }: { registration: StaffRegistration }) => (
  <AccountCell
    id={registration.userId}
    name={registration.applicantName}
    note={registration.applicantEmail}
  />
);

interface StatusDialogState {
  readonly registration: StaffRegistration;
  readonly isOpen: boolean;
  /** How often the dialog has been opened. */
  readonly openCount: number;
}

/** The dialogs of a registration. They show the registration in the refetched list, or else as it was when opened. */
function useRegistrationDialogs({ data, isPending }: UseQueryResult<Page<StaffRegistration>>) {
  const idParam = useIdParam(DETAILS_PARAM);
  const [statusDialog, setStatusDialog] = useState<StatusDialogState | null>(null);
  const findListed = (id: string | null | undefined) =>
    data?.items.find((registration) => registration.id === id);
  const { id } = idParam;
  // The registration with the id in the URL is fetched only if it is not in the list.
  const isUnlisted = id !== null && findListed(id) === undefined && !isPending;
  const unlistedQuery = useQuery({ ...adminRegistrationQuery(id ?? ''), enabled: isUnlisted });
  const statusRegistration = findListed(statusDialog?.registration.id) ?? statusDialog?.registration;
  const openStatusDialog = (registration: StaffRegistration) =>
    setStatusDialog((current) => ({
      registration,
      isOpen: true,
      openCount: (current?.openCount ?? 0) + 1,
    }));
  const closeStatusDialog = (closedId: string) =>
    setStatusDialog((current) =>
      current?.registration.id === closedId ? { ...current, isOpen: false } : current,
    );
  return {
    openId: id,
    openDetails: (registration: StaffRegistration) => idParam.open(registration.id),
    openStatusDialog,
    /** To be rendered once, next to the list. */
    dialogs: (
      <>
        <RecordDialog
          idParam={idParam}
          record={findListed(id) ?? (isUnlisted ? unlistedQuery.data : undefined)}
          query={unlistedQuery}
          texts={details}
          titleOf={({ title }) => `${details.title}: ${title}`}
          size={720}
        >
          {(registration) => (
            <RegistrationDetails registration={registration} onChangeStatus={openStatusDialog} />
          )}
        </RecordDialog>
        {/* The key resets the form each time the dialog opens. */}
        {statusRegistration && statusDialog && (
          <StatusDialog
            key={statusDialog.openCount}
            opened={statusDialog.isOpen}
            registration={statusRegistration}
            onClose={() => closeStatusDialog(statusRegistration.id)}
          />
        )}
      </>
    ),
  };
}
