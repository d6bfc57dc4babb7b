import '../../../ui/mantine-forms.ts';
import { SectionPage } from '../sections.tsx';
import { texts } from './texts.ts';
import { UsersList } from './users-list.tsx';

/** All accounts and the actions on them (spec §2, "User management"). */
export function UsersPage() {
  return (
    <SectionPage title={texts.page.title} lead={texts.page.lead} current="/admin/users">
      <UsersList isFull />
    </SectionPage>
  );
}
