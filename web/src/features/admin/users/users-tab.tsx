import { STAFF_PAGE_SIZE } from '@g2/gateway/contract/common';
import type { User } from '@g2/gateway/contract/users';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DataTableColumn } from 'mantine-datatable';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatDate, formatInteger } from '../../../lib/format.ts';
import { useListParams } from '../../../lib/list-params.ts';
import { useUser } from '../../../lib/session.ts';
import listClasses from '../../../ui/record-list.module.css';
import { RecordList } from '../../../ui/record-list.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { StatGrid } from '../../../ui/stat-grid.tsx';
import { useErrorToast } from '../../../ui/use-error-toast.ts';
import classes from '../admin.module.css';
import { enhancedStatsQuery, usersQuery } from '../api.ts';
import { OperatorLoads } from './operator-loads.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { texts } from './texts.ts';
import { nameOf, RoleBadge } from './user-cells.tsx';

type Open = { readonly user: User; readonly kind: 'role' | 'remove' };

/** Operators with their load, counts, and everyone's role. */
export function UsersTab() {
  const params = useListParams();
  const query = useQuery(usersQuery(params.page, params.search));
  useErrorToast(query.error, texts.failed, texts.failedText);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Counters />
      <OperatorLoads />
      <div className={listClasses.toolbar}>
        <SearchBox
          label={texts.search}
          placeholder={texts.placeholder}
          value={params.typed}
          onChange={params.setTyped}
        />
        <span className={listClasses.spacer} />
        <Button component={Link} to="/admin/users" variant="default" size="sm">
          {texts.manage}
        </Button>
      </div>
      <RecordList
        label={texts.label}
        query={query}
        params={params}
        pageSize={STAFF_PAGE_SIZE}
        columns={columns(setOpen)}
        card={(user) => <Card user={user} onOpen={setOpen} />}
        empty={texts.empty}
        failed={texts.failed}
        failedText={texts.failedText}
      />
      <RoleDialog user={open?.kind === 'role' ? open.user : null} onClose={close} />
      <RemoveDialog user={open?.kind === 'remove' ? open.user : null} onClose={close} />
    </>
  );
}

function Counters() {
  const { data, error } = useQuery(enhancedStatsQuery);
  const shown = (value: number | undefined) => (value === undefined ? undefined : formatInteger(value));
  return (
    <StatGrid
      label={texts.counters}
      failed={error !== null}
      stats={[
        { label: texts.total, value: shown(data?.users.total) },
        { label: texts.admins, value: shown(data?.users.admins) },
        { label: texts.clients, value: shown(data?.users.clients) },
      ]}
    />
  );
}

function columns(onOpen: (open: Open) => void): DataTableColumn<User>[] {
  return [
    {
      accessor: 'name',
      title: texts.name,
      render: (u) => <span className={classes.strong}>{nameOf(u)}</span>,
    },
    { accessor: 'email', title: texts.email },
    { accessor: 'role', title: texts.role, render: (u) => <RoleBadge role={u.role} /> },
    { accessor: 'createdAt', title: texts.since, noWrap: true, render: (u) => formatDate(u.createdAt) },
    {
      accessor: 'actions',
      title: texts.actions,
      textAlign: 'right',
      render: (u) => <RowActions user={u} onOpen={onOpen} />,
    },
  ];
}

function RowActions({ user, onOpen }: { user: User; onOpen: (open: Open) => void }) {
  // Nobody demotes or deletes themselves (contract rule 9).
  if (useUser()?.id === user.id) return <span className={classes.small}>{texts.self}</span>;
  const name = nameOf(user);
  return (
    <div className={classes.rowActions}>
      <Button
        size="xs"
        variant="default"
        aria-label={texts.changeRoleOf(name)}
        onClick={() => onOpen({ user, kind: 'role' })}
      >
        {texts.changeRole}
      </Button>
      <Button
        size="xs"
        variant="subtle"
        color="red"
        aria-label={texts.removeOf(name)}
        onClick={() => onOpen({ user, kind: 'remove' })}
      >
        {texts.remove}
      </Button>
    </div>
  );
}

function Card({ user, onOpen }: { user: User; onOpen: (open: Open) => void }) {
  return (
    <div className={classes.card}>
      <div className={classes.cardHead}>
        <span className={classes.strong}>{nameOf(user)}</span>
        <RoleBadge role={user.role} />
      </div>
      <div className={classes.cardHead}>
        <span>{user.email}</span>
        <span className={classes.small}>{formatDate(user.createdAt)}</span>
      </div>
      <RowActions user={user} onOpen={onOpen} />
    </div>
  );
}
