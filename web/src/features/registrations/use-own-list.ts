import { OWN_LIST_SORTS } from '@g2/gateway/contract/registrations';
import { REGISTRATION_STATUSES } from '@g2/gateway/contract/statuses';
import { useLocalStorage } from '@mantine/hooks';
import { type ListParams, useListParams } from '../../lib/list-params.ts';
import type { OwnList } from '../../shared/registration/api.ts';

export type Look = 'cards' | 'rows';

/** List query from the URL; unknown values are ignored. The layout is the one last chosen in this browser. */
export function useOwnList() {
  const params = useListParams();
  const [look, setLook] = useLocalStorage<Look>({
    key: 'list-look',
    defaultValue: 'cards',
    getInitialValueInEffect: false,
  });
  return { params, list: ownList(params), look, setLook };
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
