import '../../../ui/mantine-forms.ts';
import { MAX_PAGE_SIZE } from '@g2/gateway/contract/common';
import { SectionPage } from '../sections.tsx';
import { texts } from './texts.ts';
import type { UserAction } from './user-rules.ts';
import { UsersList } from './users-list.tsx';

const ACTIONS: readonly UserAction[] = ['edit', 'credits', 'password', 'factor', 'active'];

/** All accounts and the actions on them (spec §2, "User management"). */
export function UsersPage() {
  return (
    <SectionPage title={texts.page.title} lead={texts.page.lead} current="/admin/users">
      <UsersList pageSize={MAX_PAGE_SIZE} actions={ACTIONS} accounts>
        {(total, capped) => total !== undefined && <p className="g2-note">{texts.count(total, capped)}</p>}
      </UsersList>
    </SectionPage>
  );
}
