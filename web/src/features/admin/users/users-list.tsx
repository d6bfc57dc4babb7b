import { MAX_PAGE_SIZE, STAFF_PAGE_SIZE } from '@g2/gateway/contract/constants';
import { type AdminUser, ROLE_NAMES, ROLES, USER_SORT_FIELDS } from '@g2/gateway/contract/users';
import { Button, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatCredits, formatDate } from '../../../lib/format.ts';
import { knownSort, type ListParams, useListParams } from '../../../lib/list-params.ts';
import { useUser } from '../../../lib/session.ts';
import { ListToolbar } from '../../../ui/list-toolbar.tsx';
import type { Column } from '../../../ui/record-table.tsx';
import { usersQuery } from '../api.ts';
import { Lines } from '../cells.tsx';
import { AdminList, FilterSelects } from '../list.tsx';
import { texts } from './texts.ts';
import { ActiveBadge, nameOf, RoleBadge, UserActions, UserName } from './user-cells.tsx';
import { useUserDialogs } from './user-dialogs.tsx';
import type { UserAction } from './user-rules.ts';

const PANEL_ACTIONS: readonly UserAction[] = ['changeRole', 'remove'];
const PAGE_ACTIONS: readonly UserAction[] = [
  'edit',
  'adjustCredits',
  'resetPassword',
  'resetFactor',
  'toggleActive',
];

/** The list of users. If `isFull`, it also has status, credits and filters, as on the page of all accounts. */
export function UsersList({ isFull = false }: { isFull?: boolean }) {
  const params = useListParams();
  const pageSize = isFull ? MAX_PAGE_SIZE : STAFF_PAGE_SIZE;
  const sort = knownSort(params.sort, USER_SORT_FIELDS);
  const filter = isFull ? filterOf(params) : {};
  const query = useQuery(usersQuery(params.page, params.search, pageSize, sort, filter));
  const { data } = query;
  const isFiltered = params.search !== '' || Object.values(filter).some((value) => value !== '');
  const { open, dialogs } = useUserDialogs();
  const actorId = useUser()?.id;
  const actionsOf = (user: AdminUser) => (
    <UserActions
      user={user}
      actorId={actorId}
      actions={isFull ? PAGE_ACTIONS : PANEL_ACTIONS}
      onAction={open}
    />
  );
  return (
    <>
      <ListToolbar params={params} searchLabel={texts.search} placeholder={texts.placeholder}>
        {isFull && <FilterSelects params={params} filters={FILTERS} />}
        {isFull && data && <p className="g2-note">{texts.count(data.total, data.totalCapped ?? false)}</p>}
        {!isFull && (
          <Button component={Link} to="/admin/users" variant="default" size="sm">
            {texts.manage}
          </Button>
        )}
      </ListToolbar>
      <Tooltip.Group>
        <AdminList
          texts={texts}
          query={query}
          params={params}
          pageSize={pageSize}
          isFiltered={isFiltered}
          columns={[
            {
              accessor: 'name',
              title: texts.name,
              sort: 'name',
              render: (user) => <UserName user={user} isOwnAccount={user.id === actorId} />,
            },
            ...IDENTITY_COLUMNS,
            ...(isFull ? ACCOUNT_COLUMNS : []),
            CREATED_COLUMN,
            { accessor: 'actions', title: texts.actions, textAlign: 'right', render: actionsOf },
          ]}
          card={(user) => (
            <div className="g2-tile">
              <div className="g2-spread min-w-0">
                <UserName user={user} isOwnAccount={user.id === actorId} />
                <RoleBadge role={user.role} />
              </div>
              <span className="wrap-anywhere">{user.email}</span>
              {isFull && (
                <div className="g2-spread min-w-0">
                  <span className="tabular-nums">{formatCredits(user.credits)}</span>
                  <ActiveBadge active={user.isActive} />
                </div>
              )}
              <div className="g2-spread min-w-0">
                <span className="g2-meta">
                  {texts.createdAt} {formatDate(user.createdAt)}
                </span>
                {actionsOf(user)}
              </div>
            </div>
          )}
          nameOf={nameOf}
          defaultSort="-createdAt"
        />
      </Tooltip.Group>
      {dialogs}
    </>
  );
}

const ACTIVE_VALUES = ['true', 'false'] as const;

/** The filter in the URL. An invalid value counts as absent. */
const filterOf = ({ get }: Pick<ListParams, 'get'>) => ({
  role: ROLES.find((value) => value === get('role')) ?? '',
  active: ACTIVE_VALUES.find((value) => value === get('active')) ?? '',
});

const FILTERS = [
  { name: 'role', label: texts.filterRole, anyLabel: texts.anyRole, optionLabels: ROLE_NAMES },
  { name: 'active', label: texts.filterActive, anyLabel: texts.anyActive, optionLabels: texts.activity },
];

const IDENTITY_COLUMNS: Column<AdminUser>[] = [
  { accessor: 'email', title: texts.email, sort: 'email', render: (user) => <Lines>{user.email}</Lines> },
  { accessor: 'role', title: texts.role, sort: 'role', render: (user) => <RoleBadge role={user.role} /> },
];
const ACCOUNT_COLUMNS: Column<AdminUser>[] = [
  { accessor: 'isActive', title: texts.status, render: (user) => <ActiveBadge active={user.isActive} /> },
  {
    accessor: 'credits',
    title: texts.credits,
    textAlign: 'right',
    noWrap: true,
    render: (user) => formatCredits(user.credits),
  },
];
const CREATED_COLUMN: Column<AdminUser> = {
  accessor: 'createdAt',
  title: texts.createdAt,
  sort: 'createdAt',
  descendingFirst: true,
  noWrap: true,
  render: (user) => formatDate(user.createdAt),
};
