import { STAFF_PAGE_SIZE } from '@g2/gateway/contract/common';
import type { User } from '@g2/gateway/contract/users';
import { Button } from '@mantine/core';
import { IconCoins, IconPlugConnectedX, IconUserSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { failedToLoad } from '../../../lib/failures.ts';
import { formatCredits, formatDate } from '../../../lib/format.ts';
import { useListParams } from '../../../lib/list-params.ts';
import { pageCount } from '../../../lib/pager.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { WindowPager } from '../../../ui/pager.tsx';
import listClasses from '../../../ui/record-list.module.css';
import { ListSkeleton } from '../../../ui/record-list.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { texts as ui } from '../../../ui/texts.ts';
import { useErrorToast } from '../../../ui/toast-store.ts';
import adminClasses from '../admin.module.css';
import { texts as users } from '../users/texts.ts';
import { accountPath, nameOf, RoleBadge } from '../users/user-cells.tsx';
import classes from './credits.module.css';
import { HistoryDialog } from './history-dialog.tsx';
import { IssueDialog } from './issue-dialog.tsx';
import { texts as t } from './texts.ts';
import { useFoundUsers } from './use-found-users.ts';

const SKELETON_ROWS = 5;
type Open = { readonly user: User | null; readonly kind: 'history' | 'issue' };

export function CreditsTab() {
  const params = useListParams();
  const found = useFoundUsers(params.typed, params.search);
  const { query } = found;
  useErrorToast(query.error, users.failed, users.failedText);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  // Show the user from the refetched list, else as the user was when the dialog opened.
  const shown = found.known.find(({ id }) => id === open?.user?.id) ?? open?.user ?? null;
  return (
    <>
      <div className={listClasses.toolbar}>
        <SearchBox
          label={users.search}
          placeholder={users.placeholder}
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
      {query.isPending && <ListSkeleton label={t.label} rows={SKELETON_ROWS} />}
      {failedToLoad(query) && (
        <EmptyState
          alert
          title={users.failed}
          text={users.failedText}
          icon={<IconPlugConnectedX size={28} aria-hidden />}
        >
          <Button size="sm" onClick={() => void query.refetch()}>
            {ui.retry}
          </Button>
        </EmptyState>
      )}
      {query.data && <Found found={found} params={params} onOpen={setOpen} />}
      <HistoryDialog user={open?.kind === 'history' ? shown : null} onClose={close} />
      <IssueDialog
        opened={open?.kind === 'issue'}
        user={open?.user ?? null}
        users={found.known}
        onClose={close}
      />
    </>
  );
}

interface FoundProps {
  readonly found: ReturnType<typeof useFoundUsers>;
  readonly params: ReturnType<typeof useListParams>;
  readonly onOpen: (open: Open) => void;
}

function Found({ found: { users: list, partial, searching }, params, onOpen }: FoundProps) {
  const page = Math.min(params.page, pageCount(list.length, STAFF_PAGE_SIZE));
  if (list.length === 0) {
    return (
      <EmptyState
        title={searching ? t.searching : users.empty}
        icon={<IconUserSearch size={28} aria-hidden />}
      />
    );
  }
  return (
    // Disabled while a search is pending: its result would reset the page.
    <div inert={params.searchPending}>
      {partial !== null && <p className="g2-note">{t.partial(partial.shown, partial.total)}</p>}
      <CreditRows
        users={list.slice((page - 1) * STAFF_PAGE_SIZE, page * STAFF_PAGE_SIZE)}
        onHistory={(user) => onOpen({ user, kind: 'history' })}
        onAdjust={(user) => onOpen({ user, kind: 'issue' })}
      />
      <WindowPager page={page} pageSize={STAFF_PAGE_SIZE} total={list.length} onChange={params.setPage} />
    </div>
  );
}

interface CreditRowsProps {
  readonly users: readonly User[];
  readonly onHistory: (user: User) => void;
  readonly onAdjust: (user: User) => void;
}

function CreditRows({ users, onHistory, onAdjust }: CreditRowsProps) {
  return (
    <ul className="g2-panel g2-rows" aria-label={t.label}>
      {users.map((user) => {
        const name = nameOf(user);
        return (
          <li key={user.id} className={classes.row}>
            <div className={adminClasses.stacked}>
              <Link to={accountPath(user.id)} className={adminClasses.account}>
                {name}
              </Link>
              <span className="g2-meta">{user.email}</span>
            </div>
            <div className={classes.role}>
              <RoleBadge role={user.role} />
            </div>
            <span className="g2-meta">
              {t.since} {formatDate(user.createdAt)}
            </span>
            <strong className={adminClasses.number}>{formatCredits(user.credits)}</strong>
            <div className={classes.actions}>
              <Button
                size="xs"
                variant="default"
                aria-label={t.historyOf(name)}
                onClick={() => onHistory(user)}
              >
                {t.history}
              </Button>
              <Button
                size="xs"
                variant="default"
                aria-label={t.adjustOf(name)}
                onClick={() => onAdjust(user)}
              >
                {t.adjust}
              </Button>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
