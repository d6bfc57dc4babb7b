import { userRoutes } from '@g2/gateway/contract/routes/users';
import {
  type AdminUpdateUserBody,
  adminUpdateUserBody,
  type Role,
  type User,
} from '@g2/gateway/contract/users';
import { TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { call } from '../../../lib/call.ts';
import { useUser } from '../../../lib/session.ts';
import { USERS, useAdminMutation } from '../api.ts';
import { useRoleConsequences } from './give-back.tsx';
import { giveBack, useTellChange } from './leftovers.ts';
import { RoleSelect } from './role-select.tsx';
import { texts } from './texts.ts';
import { UserDialog, type UserDialogProps } from './user-dialog.tsx';
import { UserForm } from './user-form.tsx';
import { refusalOf } from './user-rules.ts';

const t = texts.editDialog;
const SCHEMA = adminUpdateUserBody.required({ firstName: true, lastName: true, role: true });

export function EditDialog({ user, onClose }: UserDialogProps) {
  return (
    <UserDialog user={user} onClose={onClose} title={t.title}>
      {(shown) => <EditForm user={shown} onClose={onClose} />}
    </UserDialog>
  );
}

type Values = { firstName: string; lastName: string; role: Role };

function EditForm({ user, onClose }: { user: User; onClose: () => void }) {
  const { firstName, lastName, role } = user;
  const refusal = refusalOf('role', user, useUser()?.id);
  const form = useForm<Values>({
    initialValues: { firstName, lastName, role },
    validate: schemaResolver(SCHEMA, { sync: true }),
  });
  const { choice, isGiven, lost } = useRoleConsequences(user, form.values.role);
  const tell = useTellChange();
  const change = useAdminMutation(
    'users',
    async (body: AdminUpdateUserBody) => {
      await call(userRoutes.updateUser, { params: { id: user.id }, body });
      return { lost, given: await giveBack(user.id, isGiven) };
    },
    {
      onSuccess: (after) => tell(t.done, undefined, after),
      failed: [t.failed, t.failedText],
      optimistic: (body) => ({ root: USERS, id: user.id, patch: body }),
    },
  );
  return (
    <UserForm
      form={form}
      change={change}
      // A role that the admin may not change is left out of the request.
      bodyOf={({ role: next, ...names }) => (refusal === null ? { ...names, role: next } : names)}
      lead={user.email}
      submit={t.submit}
      disabled={!form.isDirty()}
      onClose={onClose}
    >
      <TextInput label={t.firstName} autoComplete="off" {...form.getInputProps('firstName')} />
      <TextInput label={t.lastName} autoComplete="off" {...form.getInputProps('lastName')} />
      <RoleSelect
        user={user}
        value={form.values.role}
        refusal={refusal}
        onChange={(next) => form.setFieldValue('role', next)}
      />
      {choice}
    </UserForm>
  );
}
