import { STAFF_PAGE_SIZE } from '@g2/gateway/contract/constants';
import type { User } from '@g2/gateway/contract/users';
import { Button } from '@mantine/core';
import { IconCoins, IconUserSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCredits, formatDate } from '../../../lib/format.ts';
import { useListParams } from '../../../lib/list-params.ts';
import { pageCount } from '../../../lib/pager.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { WindowPager } from '../../../ui/pager.tsx';
import { QueryFrame } from '../../../ui/query-frame.tsx';
import { ListSkeleton } from '../../../ui/record-list.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { useErrorToast } from '../../../ui/toast-store.ts';
import { AccountCell, RowButton } from '../cells.tsx';
import { texts as usersTexts } from '../users/texts.ts';
import { nameOf, RoleBadge } from '../users/user-cells.tsx';
import { IssueForm } from './issue-dialog.tsx';
import { texts as t } from './texts.ts';
import { Transactions } from './transactions.tsx';
import { useFoundUsers } from './use-found-users.ts';

type OpenDialog = { readonly user: User | null; readonly kind: 'history' | 'issue' };

/** The users with their balances. Dialogs show the history of a user or issue credits. */
export function CreditsTab() {
  const params = useListParams();
  const search = useFoundUsers(params.searchInput, params.search);
  const { query, users: matchingUsers, loadedUsers, loadedCount, isSearching } = search;
  useErrorToast(query.error, usersTexts.failed, usersTexts.failedText);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = () => setDialog(null);
  // The user in the refetched list or, if absent, as it was when the dialog opened.
  const dialogUser = loadedUsers.find(({ id }) => id === dialog?.user?.id) ?? dialog?.user ?? null;
  const page = Math.min(params.page, pageCount(matchingUsers.length, STAFF_PAGE_SIZE));
  return (
    <>
      <div className="g2-row gap-y-3 gap-x-2 mb-4">
        <SearchBox
          label={usersTexts.search}
          placeholder={usersTexts.placeholder}
          value={params.searchInput}
          onChange={params.setSearchInput}
        />
        <span className="flex-1" />
        <Button
          leftSection={<IconCoins size={18} aria-hidden />}
          onClick={() => setDialog({ user: null, kind: 'issue' })}
        >
          {t.issue}
        </Button>
      </div>
      <QueryFrame
        query={query}
        loading={<ListSkeleton label={t.label} />}
        failed={usersTexts.failed}
        failedText={usersTexts.failedText}
      >
        {() =>
          matchingUsers.length === 0 ? (
            <EmptyState
              title={isSearching ? t.searching : usersTexts.empty}
              icon={<IconUserSearch size={28} aria-hidden />}
            />
          ) : (
            // Inert while a search is pending, because its result resets the page number.
            <div inert={params.searchPending}>
              {loadedCount !== null && (
                <p className="g2-note">{t.loadedCount(loadedCount.loaded, loadedCount.total)}</p>
              )}
              <ul className="g2-panel g2-rows" aria-label={t.label}>
                {matchingUsers.slice((page - 1) * STAFF_PAGE_SIZE, page * STAFF_PAGE_SIZE).map((user) => (
                  <CreditRow key={user.id} user={user} onOpen={setDialog} />
                ))}
              </ul>
              <WindowPager
                page={page}
                pageSize={STAFF_PAGE_SIZE}
                total={matchingUsers.length}
                onChange={params.setPage}
              />
            </div>
          )
        }
      </QueryFrame>
      <Modal opened={dialog?.kind === 'history'} onClose={close} title={t.historyTitle}>
        {dialog?.kind === 'history' && dialogUser !== null && <Transactions user={dialogUser} />}
      </Modal>
      <Modal opened={dialog?.kind === 'issue'} onClose={close} title={t.issue}>
        {dialog?.kind === 'issue' && <IssueForm user={dialog.user} users={loadedUsers} onClose={close} />}
      </Modal>
    </>
  );
}

function CreditRow({ user, onOpen }: { user: User; onOpen: (dialog: OpenDialog) => void }) {
  const name = nameOf(user);
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-3 py-3 px-4 desktop:grid-cols-[2fr_130px_150px_1fr_auto]">
      <div className="min-w-0 phone:col-span-full">
        <AccountCell id={user.id} name={name} note={user.email} />
      </div>
      <div className="justify-self-end desktop:justify-self-start phone:justify-self-start">
        <RoleBadge role={user.role} />
      </div>
      <span className="g2-meta phone:order-1 phone:col-span-full">
        {t.createdAt} {formatDate(user.createdAt)}
      </span>
      <strong className="text-right tabular-nums whitespace-nowrap">{formatCredits(user.credits)}</strong>
      <div className="col-span-full flex gap-2 desktop:col-auto phone:order-2 phone:*:flex-1">
        <RowButton label={t.historyOf(name)} onClick={() => onOpen({ user, kind: 'history' })}>
          {t.history}
        </RowButton>
        <RowButton label={t.adjustOf(name)} onClick={() => onOpen({ user, kind: 'issue' })}>
          {t.adjust}
        </RowButton>
      </div>
    </li>
  );
}
