import type { Sentence } from './sentence.ts';

/** Spec §2, "User management (/admin/users)", sentence by sentence. */
export const users: readonly Sentence[] = [
  {
    says: 'Search box, table (name, e-mail, role, status Ativo/Inativo, credits, signup date, actions), user count.',
    shownBy: ['users-list'],
  },
  {
    says: 'Row actions: edit (first name, last name, role), manage credits, reset password, deactivate/reactivate (with confirmation; deactivate warns the user can no longer log in).',
    shownBy: ['users-edit', 'users-credits', 'users-password', 'users-active'],
  },
  {
    says: 'Admin role warning in role dialog: full admin access and may manage other users.',
    shownBy: ['admin-users-role', 'users-edit'],
  },
];
