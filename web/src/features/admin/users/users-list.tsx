import { MAX_PAGE_SIZE, STAFF_PAGE_SIZE } from '@g2/gateway/contract/common';
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

const PANEL_ACTIONS: readonly UserAction[] = ['role', 'remove'];
const PAGE_ACTIONS: readonly UserAction[] = ['edit', 'credits', 'password', 'factor', 'active'];

/** The list of users: short in the panel, or with status, credits and all filters on the page of the accounts. */
export function UsersList({ accounts = false }: { accounts?: boolean }) {
  const params = useListParams();
  const pageSize = accounts ? MAX_PAGE_SIZE : STAFF_PAGE_SIZE;
  const sort = knownSort(params.sort, USER_SORT_FIELDS);
  const filter = accounts ? filterOf(params) : {};
  const query = useQuery(usersQuery(params.page, params.search, pageSize, sort, filter));
  const { data } = query;
  const isNarrowed = params.search !== '' || Object.values(filter).some((value) => value !== '');
  const { open, dialogs } = useUserDialogs();
  const actorId = useUser()?.id;
  const actionsOf = (user: AdminUser) => (
    <UserActions
      user={user}
      actorId={actorId}
      actions={accounts ? PAGE_ACTIONS : PANEL_ACTIONS}
      onAction={open}
    />
  );
  return (
    <>
      <ListToolbar params={params} searchLabel={texts.search} placeholder={texts.placeholder}>
        {accounts && <FilterSelects params={params} filters={FILTERS} />}
        {accounts && data && <p className="g2-note">{texts.count(data.total, data.totalCapped ?? false)}</p>}
        {!accounts && (
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
          narrowed={isNarrowed}
          columns={[
            {
              accessor: 'name',
              title: texts.name,
              sort: 'name',
              render: (user) => <UserName user={user} own={user.id === actorId} />,
            },
            ...IDENTITY,
            ...(accounts ? ACCOUNT : []),
            SINCE,
            { accessor: 'actions', title: texts.actions, textAlign: 'right', render: actionsOf },
          ]}
          card={(user) => (
            <div className="g2-tile">
              <div className="g2-spread min-w-0">
                <UserName user={user} own={user.id === actorId} />
                <RoleBadge role={user.role} />
              </div>
              <span className="wrap-anywhere">{user.email}</span>
              {accounts && (
                <div className="g2-spread min-w-0">
                  <span className="tabular-nums">{formatCredits(user.credits)}</span>
                  <ActiveBadge active={user.isActive} />
                </div>
              )}
              <div className="g2-spread min-w-0">
                <span className="g2-meta">
                  {texts.since} {formatDate(user.createdAt)}
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

const ACTIVITY = ['true', 'false'] as const;

/** The filter from the URL; an invalid value counts as absent. */
const filterOf = ({ get }: Pick<ListParams, 'get'>) => ({
  role: ROLES.find((known) => known === get('role')) ?? '',
  active: ACTIVITY.find((known) => known === get('active')) ?? '',
});

const FILTERS = [
  { name: 'role', label: texts.filterRole, any: texts.anyRole, names: ROLE_NAMES },
  { name: 'active', label: texts.filterActive, any: texts.anyActive, names: texts.activity },
];

const IDENTITY: Column<AdminUser>[] = [
  { accessor: 'email', title: texts.email, sort: 'email', render: (user) => <Lines>{user.email}</Lines> },
  { accessor: 'role', title: texts.role, sort: 'role', render: (user) => <RoleBadge role={user.role} /> },
];
const ACCOUNT: Column<AdminUser>[] = [
  { accessor: 'isActive', title: texts.status, render: (user) => <ActiveBadge active={user.isActive} /> },
  {
    accessor: 'credits',
    title: texts.credits,
    textAlign: 'right',
    noWrap: true,
    render: (user) => formatCredits(user.credits),
  },
];
const SINCE: Column<AdminUser> = {
  accessor: 'createdAt',
  title: texts.since,
  sort: 'createdAt',
  descendingFirst: true,
  noWrap: true,
  render: (user) => formatDate(user.createdAt),
};
