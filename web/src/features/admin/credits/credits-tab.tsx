import { MAX_PAGE_SIZE, STAFF_PAGE_SIZE } from '@g2/gateway/contract/common';
import type { User } from '@g2/gateway/contract/users';
import { Button } from '@mantine/core';
import { IconCoins, IconPlugConnectedX, IconUserSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCredits, formatDate } from '../../../lib/format.ts';
import { useListParams } from '../../../lib/list-params.ts';
import { pageCount } from '../../../lib/pager.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import listClasses from '../../../ui/record-list.module.css';
import { ListSkeleton } from '../../../ui/record-list.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { useErrorToast } from '../../../ui/use-error-toast.ts';
import { WindowPager } from '../../../ui/window-pager.tsx';
import classes from '../admin.module.css';
import { usersQuery } from '../api.ts';
import { texts as common } from '../texts.ts';
import { texts } from '../users/texts.ts';
import { nameOf, RoleBadge } from '../users/user-cells.tsx';
import { filterUsers } from './filter-users.ts';
import { HistoryDialog } from './history-dialog.tsx';
import { IssueDialog } from './issue-dialog.tsx';

const t = texts.creditsTab;
type Open = { readonly user: User | null; readonly kind: 'history' | 'issue' };

/** Balances, each user's ledger, and the issuing of credits. */
export function CreditsTab() {
  const params = useListParams();
  const { users, query, partial } = useFoundUsers(params.typed);
  useErrorToast(query.error, texts.failed, texts.failedText);
  const [open, setOpen] = useState<Open | null>(null);
  const page = Math.min(params.page, pageCount(users.length, STAFF_PAGE_SIZE));
  const shown = users.slice((page - 1) * STAFF_PAGE_SIZE, page * STAFF_PAGE_SIZE);
  const close = () => setOpen(null);
  return (
    <>
      <div className={listClasses.toolbar}>
        <SearchBox
          label={texts.search}
          placeholder={texts.placeholder}
          value={params.typed}
          onChange={params.setTyped}
        />
        <span className={listClasses.spacer} />
        <Button
          leftSection={<IconCoins size={18} aria-hidden />}
          onClick={() => setOpen({ user: null, kind: 'issue' })}
        >
          {t.issue}
        </Button>
      </div>
      {query.isPending && <ListSkeleton label={texts.label} />}
      {query.data === undefined && query.isError && (
        <EmptyState
          alert
          title={texts.failed}
          text={texts.failedText}
          icon={<IconPlugConnectedX size={28} aria-hidden />}
        >
          <Button size="sm" onClick={() => void query.refetch()}>
            {common.retry}
          </Button>
        </EmptyState>
      )}
      {query.data && users.length === 0 && (
        <EmptyState title={texts.empty} icon={<IconUserSearch size={28} aria-hidden />} />
      )}
      {partial !== null && <p className={classes.count}>{partial}</p>}
      {users.length > 0 && (
        <>
          <ul className={classes.creditRows} aria-label={texts.label}>
            {shown.map((user) => (
              <CreditRow key={user.id} user={user} onOpen={setOpen} />
            ))}
          </ul>
          <WindowPager
            page={page}
            pageSize={STAFF_PAGE_SIZE}
            total={users.length}
            onChange={params.setPage}
          />
        </>
      )}
      <HistoryDialog user={open?.kind === 'history' ? open.user : null} onClose={close} />
      <IssueDialog
        opened={open?.kind === 'issue'}
        user={open?.user ?? null}
        users={query.data?.items ?? []}
        onClose={close}
      />
    </>
  );
}

/** The first hundred are filtered here (spec §2); with more accounts than that, the server searches too. */
function useFoundUsers(typed: string) {
  const query = useQuery(usersQuery(1, '', MAX_PAGE_SIZE));
  const { search } = useListParams();
  const total = query.data?.total ?? 0;
  const items = query.data?.items ?? [];
  const beyond = total > items.length;
  const found = useQuery({ ...usersQuery(1, search, MAX_PAGE_SIZE), enabled: beyond && search !== '' });
  const remote = beyond && search !== '' && !found.isPlaceholderData ? (found.data?.items ?? []) : [];
  const known = new Map([...items, ...remote].map((user) => [user.id, user]));
  const users = filterUsers([...known.values()], typed);
  return { users, query, partial: beyond && search === '' ? t.partial(items.length, total) : null };
}

function CreditRow({ user, onOpen }: { user: User; onOpen: (open: Open) => void }) {
  const name = nameOf(user);
  return (
    <li className={classes.creditRow}>
      <div className={classes.stacked}>
        <span className={classes.strong}>{name}</span>
        <span className={classes.small}>{user.email}</span>
      </div>
      <RoleBadge role={user.role} />
      <span className={classes.small}>{formatDate(user.createdAt)}</span>
      <strong className={classes.number}>{formatCredits(user.credits)}</strong>
      <div className={classes.rowActions}>
        <Button
          size="xs"
          variant="default"
          aria-label={t.historyOf(name)}
          onClick={() => onOpen({ user, kind: 'history' })}
        >
          {t.history}
        </Button>
        <Button
          size="xs"
          variant="outline"
          aria-label={t.adjustOf(name)}
          onClick={() => onOpen({ user, kind: 'issue' })}
        >
          {t.adjust}
        </Button>
      </div>
    </li>
  );
}
