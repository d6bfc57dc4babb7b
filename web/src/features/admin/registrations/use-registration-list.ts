import type { Page } from '@g2/gateway/contract/common';
import { REGISTRATION_SORT_FIELDS } from '@g2/gateway/contract/queue';
import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { knownSort, type ListParams, useListParams } from '../../../lib/list-params.ts';
import { keyWithout } from '../../../lib/use-id-param.ts';
import { chosen } from '../../../shared/registration/status-change/status-choice.tsx';
import { useErrorToast } from '../../../ui/toast-store.ts';
import { allRegistrationsQuery } from '../api.ts';
import { texts } from '../texts.ts';
import { DETAILS_PARAM, useRecordDialogs } from './use-record-dialogs.tsx';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface RegistrationListState {
  readonly params: ListParams;
  readonly query: UseQueryResult<Page<StaffRegistration>>;
  /** Whether a search or a filter is active. */
  readonly narrowed: boolean;
  /** Filter by owner; '' for all. */
  readonly userId: string;
  /** Id of the record in the details dialog. */
  readonly openId: string | null;
  readonly openDetails: (record: StaffRegistration) => void;
  readonly openStatus: (record: StaffRegistration) => void;
  readonly dialogs: ReactNode;
}

/** A page of all registrations as the URL filters it, with the dialogs of one record. */
export function useRegistrationList(): RegistrationListState {
  const params = useListParams();
  const status = chosen(params.get('status')) ?? '';
  const sort = knownSort(params.sort, REGISTRATION_SORT_FIELDS);
  const userId = UUID.test(params.get('user')) ? params.get('user') : '';
  const query = useQuery(allRegistrationsQuery(params.page, params.search, status, sort, userId));
  useErrorToast(query.error, texts.loadRegistrations, texts.loadRegistrationsText);
  return {
    // The list's key ignores the URL parameter of the dialog: opening one does not make it another list.
    params: { ...params, key: keyWithout(params.key, [DETAILS_PARAM]) },
    query,
    narrowed: params.search !== '' || status !== '' || userId !== '',
    userId,
    ...useRecordDialogs(query),
  };
}
