import '../../../ui/mantine-forms.ts';
import { MAX_PAGE_SIZE } from '@g2/gateway/contract/common';
import type { User } from '@g2/gateway/contract/users';
import { useQuery } from '@tanstack/react-query';
import type { DataTableColumn } from 'mantine-datatable';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatCredits, formatDate } from '../../../lib/format.ts';
import { useListParams } from '../../../lib/list-params.ts';
import { Page } from '../../../ui/page.tsx';
import listClasses from '../../../ui/record-list.module.css';
import { RecordList } from '../../../ui/record-list.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { useErrorToast } from '../../../ui/use-error-toast.ts';
import classes from '../admin.module.css';
import { usersQuery } from '../api.ts';
import { ActiveDialog } from './active-dialog.tsx';
import { CreditsDialog } from './credits-dialog.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { texts } from './texts.ts';
import { type UserAction, UserActions } from './user-actions.tsx';
import { ActiveBadge, nameOf, RoleBadge } from './user-cells.tsx';

type Open = { readonly user: User; readonly action: UserAction };

/** Every account and what an admin may do with it (spec §2, "User management"). */
export function UsersPage() {
  const params = useListParams();
  const query = useQuery(usersQuery(params.page, params.search, MAX_PAGE_SIZE));
  useErrorToast(query.error, texts.failed, texts.failedText);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const about = (action: UserAction) => (open?.action === action ? open.user : null);
  return (
    <Page
      title={texts.page.title}
      lead={texts.page.lead}
      action={
        <Link to="/admin" className={classes.link}>
          {texts.page.back}
        </Link>
      }
    >
      <div className={listClasses.toolbar}>
        <SearchBox
          label={texts.search}
          placeholder={texts.placeholder}
          value={params.typed}
          onChange={params.setTyped}
        />
        <span className={listClasses.spacer} />
        {query.data && <p className={classes.count}>{texts.count(query.data.total)}</p>}
      </div>
      <RecordList
        label={texts.label}
        query={query}
        params={params}
        pageSize={MAX_PAGE_SIZE}
        columns={columns((user, action) => setOpen({ user, action }))}
        card={(user) => <Card user={user} onAction={(action) => setOpen({ user, action })} />}
        empty={texts.empty}
        failed={texts.failed}
        failedText={texts.failedText}
      />
      <EditDialog user={about('edit')} onClose={close} />
      <CreditsDialog user={about('credits')} onClose={close} />
      <PasswordDialog user={about('password')} onClose={close} />
      <ActiveDialog user={about('active')} onClose={close} />
    </Page>
  );
}

function columns(onAction: (user: User, action: UserAction) => void): DataTableColumn<User>[] {
  return [
    {
      accessor: 'name',
      title: texts.name,
      render: (u) => <span className={classes.strong}>{nameOf(u)}</span>,
    },
    { accessor: 'email', title: texts.email },
    { accessor: 'role', title: texts.role, render: (u) => <RoleBadge role={u.role} /> },
    { accessor: 'isActive', title: texts.status, render: (u) => <ActiveBadge active={u.isActive} /> },
    {
      accessor: 'credits',
      title: texts.credits,
      textAlign: 'right',
      render: (u) => <span className={classes.number}>{formatCredits(u.credits)}</span>,
    },
    { accessor: 'createdAt', title: texts.since, noWrap: true, render: (u) => formatDate(u.createdAt) },
    {
      accessor: 'actions',
      title: texts.actions,
      textAlign: 'right',
      render: (u) => <UserActions user={u} onAction={(action) => onAction(u, action)} />,
    },
  ];
}

function Card({ user, onAction }: { user: User; onAction: (action: UserAction) => void }) {
  return (
    <div className={classes.card}>
      <div className={classes.cardHead}>
        <span className={classes.strong}>{nameOf(user)}</span>
        <RoleBadge role={user.role} />
      </div>
      <span>{user.email}</span>
      <div className={classes.cardHead}>
        <span className={classes.number}>{formatCredits(user.credits)}</span>
        <ActiveBadge active={user.isActive} />
      </div>
      <div className={classes.cardHead}>
        <span className={classes.small}>{formatDate(user.createdAt)}</span>
        <UserActions user={user} onAction={onAction} />
      </div>
    </div>
  );
}
