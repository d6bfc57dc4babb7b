import type { Page } from '@g2/gateway/contract/common';
import { REGISTRATION_SORT_FIELDS } from '@g2/gateway/contract/queue';
import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { knownSort, type ListParams, useListParams } from '../../../lib/list-params.ts';
import { keyWithout, useIdParam } from '../../../lib/use-id-param.ts';
import { chosen } from '../../../shared/registration/status-change/status-choice.tsx';
import { useErrorToast } from '../../../ui/toast-store.ts';
import { allRegistrationsQuery } from '../api.ts';
import { texts } from '../texts.ts';
import { DETAILS_PARAM, useRecordDialogs } from './use-record-dialogs.tsx';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** URL parameter with the id of the registration in the side panel. */
const PANEL_PARAM = 'panel';

export interface RegistrationListState {
  readonly params: ListParams;
  readonly query: UseQueryResult<Page<StaffRegistration>>;
  /** Whether a search or a filter is active. */
  readonly narrowed: boolean;
  /** Filter by owner; '' for all. */
  readonly userId: string;
  /** The record in the side panel. */
  readonly opened: StaffRegistration | null;
  /** The URL names a record for the panel, and the list is still loading. */
  readonly opening: boolean;
  readonly openPanel: (record: StaffRegistration | null) => void;
  readonly openDialog: (record: StaffRegistration, kind: 'details' | 'status') => void;
  readonly dialogs: ReactNode;
}

/** A page of all registrations as the URL filters it, with the side panel and the dialogs of one record. */
export function useRegistrationList(): RegistrationListState {
  const params = useListParams();
  const status = chosen(params.get('status')) ?? '';
  const sort = knownSort(params.sort, REGISTRATION_SORT_FIELDS);
  const userId = UUID.test(params.get('user')) ? params.get('user') : '';
  const query = useQuery(allRegistrationsQuery(params.page, params.search, status, sort, userId));
  useErrorToast(query.error, texts.loadRegistrations, texts.loadRegistrationsText);
  const items = query.data?.items;
  const panel = useIdParam(PANEL_PARAM);
  const { open, dialogs } = useRecordDialogs(query);
  return {
    // The list's key ignores the URL parameters of panel and dialog: opening one does not make it another list.
    params: { ...params, key: keyWithout(params.key, [PANEL_PARAM, DETAILS_PARAM]) },
    query,
    narrowed: params.search !== '' || status !== '' || userId !== '',
    userId,
    opened: items?.find(({ id }) => id === panel.id) ?? null,
    opening: panel.id !== null && query.isPending,
    openPanel: (record) => (record === null ? panel.close() : panel.open(record.id)),
    openDialog: open,
    dialogs,
  };
}
