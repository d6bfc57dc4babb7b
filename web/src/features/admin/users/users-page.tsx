import '../../../ui/mantine-forms.ts';
import { MAX_PAGE_SIZE } from '@g2/gateway/contract/common';
import { Link } from 'react-router';
import { Page, WidePage } from '../../../ui/page.tsx';
import classes from '../admin.module.css';
import { texts } from './texts.ts';
import type { UserAction } from './user-rules.ts';
import { UsersList } from './users-list.tsx';

const ACTIONS: readonly UserAction[] = ['edit', 'credits', 'password', 'factor', 'active'];

/** Every account and what an admin may do with it (spec §2, "User management"). */
export function UsersPage() {
  return (
    <WidePage>
      <Page
        title={texts.page.title}
        lead={texts.page.lead}
        action={
          <Link to="/admin" className={classes.link}>
            {texts.page.back}
          </Link>
        }
      >
        <UsersList pageSize={MAX_PAGE_SIZE} actions={ACTIONS} accounts>
          {(total) => total !== undefined && <p className="g2-note">{texts.count(total)}</p>}
        </UsersList>
      </Page>
    </WidePage>
  );
}
