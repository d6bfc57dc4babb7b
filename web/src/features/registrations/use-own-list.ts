import { OWN_LIST_SORTS } from '@g2/gateway/contract/registrations';
import { REGISTRATION_STATUSES } from '@g2/gateway/contract/statuses';
import { type ListParams, useListParams } from '../../lib/list-params.ts';
import type { OwnList } from '../../shared/registration/api.ts';

export type Look = 'cards' | 'rows';

/** Value of the URL parameter `visao` for the row layout; without it the list shows cards. */
export const ROWS_VIEW = 'lista';

/** List query and layout from the URL; unknown values are ignored. */
export function useOwnList(): { params: ListParams; list: OwnList; look: Look } {
  const params = useListParams();
  return { params, list: ownList(params), look: params.get('visao') === ROWS_VIEW ? 'rows' : 'cards' };
}

const ownList = ({
  page,
  search,
  sort,
  get,
}: Pick<ListParams, 'page' | 'search' | 'sort' | 'get'>): OwnList => ({
  page,
  search,
  status: REGISTRATION_STATUSES.find((known) => known === get('status')) ?? '',
  sort: OWN_LIST_SORTS.find((known) => known === sort) ?? '',
});
