import { userCalls } from '@g2/gateway/contract/gen/calls/users';
import {
  type AdminUpdateUserBody,
  adminUpdateUserBody,
  ROLE_NAMES,
  ROLES,
  type Role,
  resetPasswordForm,
  type User,
} from '@g2/gateway/contract/users';
import { PasswordInput, Select, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { type FormEvent, useState } from 'react';
import { call } from '../../../lib/call.ts';
import { useUser } from '../../../lib/session.ts';
import { DialogForm } from '../../../ui/confirm-dialog.tsx';
import dialogClasses from '../../../ui/dialog.module.css';
import { Modal } from '../../../ui/modal.tsx';
import { notify } from '../../../ui/toast-store.ts';
import { USERS, useAdminMutation } from '../api.ts';
import { type Consent, ConsentDialog } from './consent-dialog.tsx';
import { giveBack, LossWarning, useRoleConsequences, useTellChange } from './leftovers.tsx';
import { texts } from './texts.ts';
import { nameOf } from './user-cells.tsx';
import { CreditsForm, UserForm, type UserFormProps } from './user-form.tsx';
import { refusalOf, type UserAction } from './user-rules.ts';

type Open = { readonly user: User; readonly action: UserAction; readonly shown: boolean };

/** The dialogs about a user, one open at a time. */
export function useUserDialogs() {
  const [state, setState] = useState<Open | null>(null);
  const close = () => setState((now) => now && { ...now, shown: false });
  const consent = state && consentOf(state);
  return {
    open: (user: User, action: UserAction) => setState({ user, action, shown: true }),
    /** Must be rendered once, beside the list. */
    dialogs: (
      <>
        {FORMS.map(({ action, title, Form }) => {
          const user = state?.shown === true && state.action === action ? state.user : null;
          return (
            <Modal key={action} opened={user !== null} onClose={close} title={title}>
              {user !== null && <Form user={user} onClose={close} />}
            </Modal>
          );
        })}
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

/** Changes a user's role. It closes at once, because the list shows the outcome. */
function RoleForm({ user, onClose }: UserFormProps) {
  const t = texts.roleDialog;
  const [role, setRole] = useState<Role>(user.role);
  const { choice, isGiven, lost } = useRoleConsequences(user, role);
  const tell = useTellChange();
  const change = useAdminMutation(
    'users',
    async (next: Role) => {
      await call(userCalls.changeUserRole, { params: { id: user.id }, body: { role: next } });
      return { lost, given: await giveBack(user.id, isGiven) };
    },
    {
      onSuccess: (after, next) => tell(t.done, t.doneText(nameOf(user), ROLE_NAMES[next]), after),
      failed: [t.failed, t.failedText],
      optimistic: (next) => ({ root: USERS, id: user.id, patch: { role: next } }),
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate(role);
    onClose();
  };
  return (
    <DialogForm onSubmit={submit} onCancel={onClose} submit={t.submit} disabled={role === user.role}>
      <p className={dialogClasses.lead}>{t.of(nameOf(user))}</p>
      <RoleSelect user={user} value={role} refusal={null} onChange={setRole} />
      {choice}
    </DialogForm>
  );
}

interface RoleSelectProps {
  readonly user: User;
  readonly value: Role;
  /** Why the role may not be changed; null if it may. */
  readonly refusal: string | null;
  readonly onChange: (role: Role) => void;
}

/** The three roles, with a warning for the admin role (spec §2) and for assignments that would be lost. */
function RoleSelect({ user, value, refusal, onChange }: RoleSelectProps) {
  return (
    <>
      <Select
        label={texts.role}
        description={refusal}
        data={ROLES.map((role) => ({ value: role, label: ROLE_NAMES[role] }))}
        value={value}
        disabled={refusal !== null}
        onChange={(next) => {
          const role = ROLES.find((known) => known === next);
          if (role !== undefined) onChange(role);
        }}
      />
      {value === 'admin' && refusal === null && (
        <p className={dialogClasses.warning} role="status">
          {texts.roleDialog.warning}
        </p>
      )}
      <LossWarning user={user} next={{ role: value, isActive: user.isActive }} />
    </>
  );
}

/** Sets a user's password. The form only rejects a blank one; the server requires 8 characters (spec §5). */
function PasswordForm({ user, onClose }: UserFormProps) {
  const t = texts.passwordDialog;
  const own = useUser()?.id === user.id;
  const reset = useAdminMutation(
    'users',
    (body: { newPassword: string }) => call(userCalls.resetUserPassword, { params: { id: user.id }, body }),
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

type Values = { firstName: string; lastName: string; role: Role };

function EditForm({ user, onClose }: UserFormProps) {
  const t = texts.editDialog;
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
      await call(userCalls.updateUser, { params: { id: user.id }, body });
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

/** The dialogs with a form, in the order of their elements. */
const FORMS = [
  { action: 'edit', title: texts.editDialog.title, Form: EditForm },
  { action: 'role', title: texts.roleDialog.title, Form: RoleForm },
  { action: 'credits', title: texts.creditsDialog.title, Form: CreditsForm },
  { action: 'password', title: texts.passwordDialog.title, Form: PasswordForm },
] as const;
