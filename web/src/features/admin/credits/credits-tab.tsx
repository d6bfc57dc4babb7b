import { STAFF_PAGE_SIZE } from '@g2/gateway/contract/common';
import type { User } from '@g2/gateway/contract/users';
import { Button } from '@mantine/core';
import { IconCoins, IconUserSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatCredits, formatDate } from '../../../lib/format.ts';
import { useListParams } from '../../../lib/list-params.ts';
import { pageCount } from '../../../lib/pager.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { WindowPager } from '../../../ui/pager.tsx';
import { QueryFrame } from '../../../ui/query-frame.tsx';
import listClasses from '../../../ui/record-list.module.css';
import { ListSkeleton } from '../../../ui/record-list.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { useErrorToast } from '../../../ui/toast-store.ts';
import adminClasses from '../admin.module.css';
import { texts as users } from '../users/texts.ts';
import { accountPath, nameOf, RoleBadge } from '../users/user-cells.tsx';
import classes from './credits.module.css';
import { IssueForm } from './issue-dialog.tsx';
import { texts as t } from './texts.ts';
import { Transactions } from './transactions.tsx';
import { useFoundUsers } from './use-found-users.ts';

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
      <QueryFrame
        query={query}
        loading={<ListSkeleton label={t.label} />}
        failed={users.failed}
        failedText={users.failedText}
      >
        {() => <Found found={found} params={params} onOpen={setOpen} />}
      </QueryFrame>
      <Modal opened={open?.kind === 'history'} onClose={close} title={t.historyTitle}>
        {open?.kind === 'history' && shown !== null && <Transactions user={shown} />}
      </Modal>
      <Modal opened={open?.kind === 'issue'} onClose={close} title={t.issue}>
        {open?.kind === 'issue' && <IssueForm user={open.user} users={found.known} onClose={close} />}
      </Modal>
    </>
  );
}

type OnOpen = (open: Open) => void;

interface FoundProps {
  readonly found: ReturnType<typeof useFoundUsers>;
  readonly params: ReturnType<typeof useListParams>;
  readonly onOpen: OnOpen;
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
      <ul className="g2-panel g2-rows" aria-label={t.label}>
        {list.slice((page - 1) * STAFF_PAGE_SIZE, page * STAFF_PAGE_SIZE).map((user) => (
          <CreditRow key={user.id} user={user} onOpen={onOpen} />
        ))}
      </ul>
      <WindowPager page={page} pageSize={STAFF_PAGE_SIZE} total={list.length} onChange={params.setPage} />
    </div>
  );
}

function CreditRow({ user, onOpen }: { user: User; onOpen: OnOpen }) {
  const name = nameOf(user);
  return (
    <li className={classes.row}>
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
          onClick={() => onOpen({ user, kind: 'history' })}
        >
          {t.history}
        </Button>
        <Button
          size="xs"
          variant="default"
          aria-label={t.adjustOf(name)}
          onClick={() => onOpen({ user, kind: 'issue' })}
        >
          {t.adjust}
        </Button>
      </div>
    </li>
  );
}
