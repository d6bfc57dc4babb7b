import { userRoutes } from '@g2/gateway/contract/routes/users';
import type { User } from '@g2/gateway/contract/users';
import {
  type AdminUpdateUserBody,
  adminUpdateUserBody,
  type Role,
  resetPasswordForm,
} from '@g2/gateway/contract/users';
import { PasswordInput, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { call } from '../../../lib/call.ts';
import { useUser } from '../../../lib/session.ts';
import { notify } from '../../../ui/toast-store.ts';
import { USERS, useAdminMutation } from '../api.ts';
import { type Consent, ConsentDialog } from './consent-dialog.tsx';
import { CreditsDialog } from './credits-dialog.tsx';
import { useRoleConsequences } from './give-back.tsx';
import { giveBack, useTellChange } from './leftovers.ts';
import { RoleDialog } from './role-dialog.tsx';
import { RoleSelect } from './role-select.tsx';
import { texts } from './texts.ts';
import { nameOf } from './user-cells.tsx';
import { UserDialog, type UserDialogProps } from './user-dialog.tsx';
import { UserForm } from './user-form.tsx';
import type { UserAction } from './user-rules.ts';
import { refusalOf } from './user-rules.ts';

interface UserDialogs {
  readonly open: (user: User, action: UserAction) => void;
  /** Must be rendered once, beside the list. */
  readonly dialogs: ReactNode;
}

type Open = { readonly user: User; readonly action: UserAction; readonly shown: boolean };

/** The dialogs about a user, one open at a time. */
export function useUserDialogs(): UserDialogs {
  const [state, setState] = useState<Open | null>(null);
  const close = () => setState((now) => now && { ...now, shown: false });
  const about = (action: UserAction) =>
    state?.shown === true && state.action === action ? state.user : null;
  const consent = state && consentOf(state);
  return {
    open: (user, action) => setState({ user, action, shown: true }),
    dialogs: (
      <>
        <EditDialog user={about('edit')} onClose={close} />
        <RoleDialog user={about('role')} onClose={close} />
        <CreditsDialog user={about('credits')} onClose={close} />
        <PasswordDialog user={about('password')} onClose={close} />
        {/* Keep the question while the dialog fades out. The key separates it from a request that is still running. */}
        {state && consent && (
          <ConsentDialog
            key={`${consent} ${state.user.id}`}
            opened={state.shown}
            user={state.user}
            consent={consent}
            onClose={close}
          />
        )}
      </>
    ),
  };
}

function consentOf({ user, action }: Open): Consent | null {
  if (action === 'remove' || action === 'factor') return action;
  if (action !== 'active') return null;
  return user.isActive ? 'deactivate' : 'reactivate';
}

const t = texts.passwordDialog;

/** Sets a user's password. The form only rejects a blank one; the server requires 8 characters (spec §5). */
function PasswordDialog({ user, onClose }: UserDialogProps) {
  return (
    <UserDialog user={user} onClose={onClose} title={t.title}>
      {(shown) => <PasswordForm user={shown} onClose={onClose} />}
    </UserDialog>
  );
}

function PasswordForm({ user, onClose }: { user: User; onClose: () => void }) {
  const own = useUser()?.id === user.id;
  const reset = useAdminMutation(
    'users',
    (body: { newPassword: string }) => call(userRoutes.resetUserPassword, { params: { id: user.id }, body }),
    { onSuccess: () => notify.success(t.done), failed: [t.failed, t.failedText] },
  );
  const form = useForm({
    initialValues: { newPassword: '' },
    validate: schemaResolver(resetPasswordForm, { sync: true }),
  });
  return (
    <UserForm
      form={form}
      change={reset}
      bodyOf={(body) => body}
      lead={own ? t.ownText : t.text(nameOf(user))}
      submit={t.submit}
      onClose={onClose}
    >
      <PasswordInput
        label={t.password}
        description={t.hint}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t.show }}
        {...form.getInputProps('newPassword')}
      />
    </UserForm>
  );
}

const SCHEMA = adminUpdateUserBody.required({ firstName: true, lastName: true, role: true });

function EditDialog({ user, onClose }: UserDialogProps) {
  return (
    <UserDialog user={user} onClose={onClose} title={texts.editDialog.title}>
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
      onSuccess: (after) => tell(texts.editDialog.done, undefined, after),
      failed: [texts.editDialog.failed, texts.editDialog.failedText],
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
      submit={texts.editDialog.submit}
      disabled={!form.isDirty()}
      onClose={onClose}
    >
      <TextInput label={texts.editDialog.firstName} autoComplete="off" {...form.getInputProps('firstName')} />
      <TextInput label={texts.editDialog.lastName} autoComplete="off" {...form.getInputProps('lastName')} />
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
