import { type AdminUser, ROLE_NAMES, ROLES, USER_SORT_FIELDS } from '@g2/gateway/contract/users';
import { Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatCredits, formatDate } from '../../../lib/format.ts';
import { knownSort, type ListParams, useListParams } from '../../../lib/list-params.ts';
import { useUser } from '../../../lib/session.ts';
import { ListToolbar } from '../../../ui/list-toolbar.tsx';
import type { Column } from '../../../ui/record-table.tsx';
import classes from '../admin.module.css';
import { usersQuery } from '../api.ts';
import { AdminList, FilterSelects } from '../list.tsx';
import { texts } from './texts.ts';
import { ActiveBadge, nameOf, RoleBadge, UserActions, UserName } from './user-cells.tsx';
import { useUserDialogs } from './user-dialogs.tsx';
import type { UserAction } from './user-rules.ts';

interface UsersListProps {
  readonly pageSize: number;
  readonly actions: readonly UserAction[];
  /** Whether to show status and credits, and filters for them. */
  readonly accounts: boolean;
  /** Rendered in the toolbar, with the number of users found. */
  readonly children: (total: number | undefined, capped: boolean) => ReactNode;
}

export function UsersList({ pageSize, actions, accounts, children }: UsersListProps) {
  const params = useListParams();
  const sort = knownSort(params.sort, USER_SORT_FIELDS);
  const filter = accounts ? filterOf(params) : {};
  const query = useQuery(usersQuery(params.page, params.search, pageSize, sort, filter));
  const isNarrowed = params.search !== '' || Object.values(filter).some((value) => value !== '');
  const { open, dialogs } = useUserDialogs();
  const actorId = useUser()?.id;
  const actionsOf = (user: AdminUser) => (
    <UserActions user={user} actorId={actorId} actions={actions} onAction={open} />
  );
  return (
    <>
      <ListToolbar params={params} searchLabel={texts.search} placeholder={texts.placeholder}>
        {accounts && <FilterSelects params={params} filters={FILTERS} />}
        {children(query.data?.total, query.data?.totalCapped ?? false)}
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
            <Card user={user} own={user.id === actorId} accounts={accounts} actions={actionsOf(user)} />
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
  {
    accessor: 'email',
    title: texts.email,
    sort: 'email',
    render: (user) => <span className={classes.stacked}>{user.email}</span>,
  },
  { accessor: 'role', title: texts.role, sort: 'role', render: (user) => <RoleBadge role={user.role} /> },
];
const ACCOUNT: Column<AdminUser>[] = [
  { accessor: 'isActive', title: texts.status, render: (user) => <ActiveBadge active={user.isActive} /> },
  {
    accessor: 'credits',
    title: texts.credits,
    textAlign: 'right',
    render: (user) => <span className={classes.number}>{formatCredits(user.credits)}</span>,
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

interface CardProps {
  readonly user: AdminUser;
  readonly own: boolean;
  readonly accounts: boolean;
  readonly actions: ReactNode;
}

function Card({ user, own, accounts, actions }: CardProps) {
  return (
    <div className="g2-tile">
      <div className={classes.cardHead}>
        <UserName user={user} own={own} />
        <RoleBadge role={user.role} />
      </div>
      <span className={classes.stacked}>{user.email}</span>
      {accounts && (
        <div className={classes.cardHead}>
          <span className={classes.number}>{formatCredits(user.credits)}</span>
          <ActiveBadge active={user.isActive} />
        </div>
      )}
      <div className={classes.cardHead}>
        <span className="g2-meta">
          {texts.since} {formatDate(user.createdAt)}
        </span>
        {actions}
      </div>
    </div>
  );
}
