import { usersPageCreditForm } from '@g2/gateway/contract/admin';
import { ADMIN_CREDIT_DELTA_LIMIT } from '@g2/gateway/contract/constants';
import { adminCalls } from '@g2/gateway/contract/gen/calls/admin';
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
import { formatCredits } from '../../../lib/format.ts';
import { useUser } from '../../../lib/session.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { DialogForm } from '../../../ui/confirm-dialog.tsx';
import dialogClasses from '../../../ui/dialog.module.css';
import { Modal } from '../../../ui/modal.tsx';
import { RecoveredNote } from '../../../ui/recovered.tsx';
import { notify } from '../../../ui/toast-store.ts';
import { useAdminMutation } from '../api.ts';
import { DeltaFields, useAdjustment } from '../credits/adjustment.tsx';
import { MutationForm, ReasonInput } from '../form.tsx';
import { ConfirmActionDialog, type ConfirmedAction } from './consent-dialog.tsx';
import { useAccessChange } from './former-assignments.tsx';
import { texts } from './texts.ts';
import { nameOf } from './user-cells.tsx';
import { refusalOf, type UserAction } from './user-rules.ts';

interface UserFormProps {
  readonly user: User;
  readonly onClose: () => void;
}

type DialogState = { readonly user: User; readonly action: UserAction; readonly isOpen: boolean };

/** The dialogs for the actions on a user. Only one is open at a time. */
export function useUserDialogs() {
  const [state, setState] = useState<DialogState | null>(null);
  const close = () => setState((current) => current && { ...current, isOpen: false });
  const confirmedAction = state && confirmedActionOf(state);
  return {
    open: (user: User, action: UserAction) => setState({ user, action, isOpen: true }),
    /** To be rendered once, next to the list. */
    dialogs: (
      <>
        {FORM_DIALOGS.map(({ action, title, Form }) => {
          const user = state?.isOpen === true && state.action === action ? state.user : null;
          return (
            <Modal key={action} opened={user !== null} onClose={close} title={title}>
              {user !== null && <Form user={user} onClose={close} />}
            </Modal>
          );
        })}
        {/* Stays rendered while it fades out. The key resets it for another user, even if a request still runs. */}
        {state && confirmedAction && (
          <ConfirmActionDialog
            key={`${confirmedAction} ${state.user.id}`}
            opened={state.isOpen}
            user={state.user}
            action={confirmedAction}
            onClose={close}
          />
        )}
      </>
    ),
  };
}

function confirmedActionOf({ user, action }: DialogState): ConfirmedAction | null {
  if (action === 'remove' || action === 'resetFactor') return action;
  if (action !== 'toggleActive') return null;
  return user.isActive ? 'deactivate' : 'reactivate';
}

/** Changes a user's role. The dialog closes at once, because the list shows the outcome. */
function RoleForm({ user, onClose }: UserFormProps) {
  const t = texts.roleDialog;
  const [role, setRole] = useState<Role>(user.role);
  const { mutation, effects } = useAccessChange(
    user,
    { role, isActive: user.isActive },
    {
      send: (newRole: Role) =>
        call(userCalls.changeUserRole, { params: { id: user.id }, body: { role: newRole } }),
      done: t.done,
      doneText: (newRole) => t.doneText(nameOf(user), ROLE_NAMES[newRole]),
      failed: [t.failed, t.failedText],
      patch: (newRole) => ({ role: newRole }),
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutation.mutate(role);
    onClose();
  };
  return (
    <DialogForm onSubmit={submit} onCancel={onClose} submit={t.submit} disabled={role === user.role}>
      <p className={dialogClasses.lead}>{t.newRoleOf(nameOf(user))}</p>
      <RoleSelect value={role} refusal={null} onChange={setRole} />
      {effects}
    </DialogForm>
  );
}

interface RoleSelectProps {
  readonly value: Role;
  /** Why the role may not be changed; null if it may. */
  readonly refusal: string | null;
  readonly onChange: (role: Role) => void;
}

/** A select with the three roles, and a warning for the admin role (spec §2). */
function RoleSelect({ value, refusal, onChange }: RoleSelectProps) {
  return (
    <>
      <Select
        label={texts.role}
        description={refusal}
        data={ROLES.map((role) => ({ value: role, label: ROLE_NAMES[role] }))}
        value={value}
        disabled={refusal !== null}
        onChange={(newRole) => {
          const role = ROLES.find((option) => option === newRole);
          if (role !== undefined) onChange(role);
        }}
      />
      {value === 'admin' && refusal === null && (
        <p className={dialogClasses.warning} role="status">
          {texts.roleDialog.warning}
        </p>
      )}
    </>
  );
}

/** Sets a user's password. The form rejects only blank passwords; the server requires 8 characters (spec §5). */
function PasswordForm({ user, onClose }: UserFormProps) {
  const t = texts.passwordDialog;
  const isOwnAccount = useUser()?.id === user.id;
  const passwordReset = useAdminMutation(
    'users',
    (body: { newPassword: string }) => call(userCalls.resetUserPassword, { params: { id: user.id }, body }),
    { onSuccess: () => notify.success(t.done), failed: [t.failed, t.failedText] },
  );
  const form = useForm({
    initialValues: { newPassword: '' },
    validate: schemaResolver(resetPasswordForm, { sync: true }),
  });
  return (
    <MutationForm
      form={form}
      mutation={passwordReset}
      bodyOf={(body) => body}
      submit={t.submit}
      onClose={onClose}
    >
      <p className={dialogClasses.lead}>{isOwnAccount ? t.ownText : t.text(nameOf(user))}</p>
      <PasswordInput
        label={t.password}
        description={t.hint}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t.toggleVisibility }}
        {...form.getInputProps('newPassword')}
      />
    </MutationForm>
  );
}

const EDIT_SCHEMA = adminUpdateUserBody.required({ firstName: true, lastName: true, role: true });

function EditForm({ user, onClose }: UserFormProps) {
  const t = texts.editDialog;
  const { firstName, lastName, role } = user;
  const refusal = refusalOf('changeRole', user, useUser()?.id);
  const form = useForm<{ firstName: string; lastName: string; role: Role }>({
    initialValues: { firstName, lastName, role },
    validate: schemaResolver(EDIT_SCHEMA, { sync: true }),
  });
  const { mutation, effects } = useAccessChange(
    user,
    { role: form.values.role, isActive: user.isActive },
    {
      send: (body: AdminUpdateUserBody) => call(userCalls.updateUser, { params: { id: user.id }, body }),
      done: t.done,
      failed: [t.failed, t.failedText],
      patch: (body) => body,
    },
  );
  return (
    <MutationForm
      form={form}
      mutation={mutation}
      // A role that the admin may not change is left out of the request.
      bodyOf={({ role: newRole, ...names }) => (refusal === null ? { ...names, role: newRole } : names)}
      submit={t.submit}
      disabled={!form.isDirty()}
      onClose={onClose}
    >
      <p className={dialogClasses.lead}>{user.email}</p>
      <TextInput label={t.firstName} autoComplete="off" {...form.getInputProps('firstName')} />
      <TextInput label={t.lastName} autoComplete="off" {...form.getInputProps('lastName')} />
      <RoleSelect
        value={form.values.role}
        refusal={refusal}
        onChange={(newRole) => form.setFieldValue('role', newRole)}
      />
      {effects}
    </MutationForm>
  );
}

/** Adds or removes credits of a user; the delta is in hundredths of a credit (api-rules R6). */
function CreditsForm({ user, onClose }: UserFormProps) {
  const t = texts.creditsDialog;
  const draft = useDraft(`credits.${user.id}`, ['reason']);
  const adjustment = useAdjustment(
    [user],
    (body: { userId: string; delta: number; reason: string }, idempotencyKey) =>
      call(adminCalls.adjustUserCredits, { params: { id: user.id }, body, idempotencyKey }),
    draft.clear,
  );
  const form = useForm({
    initialValues: { delta: '', ...draft.initial },
    onValuesChange: draft.keep,
    validate: schemaResolver(usersPageCreditForm, { sync: true }),
  });
  return (
    <MutationForm
      form={form}
      mutation={adjustment}
      bodyOf={({ delta, reason }) => ({ userId: user.id, delta: Number(delta), reason })}
      submit={t.submit}
      onInvalid={() => notify.error(t.failed, t.requiredFields)}
      onClose={onClose}
    >
      <p className={dialogClasses.lead}>
        <strong>{nameOf(user)}</strong>
        <br />
        {t.balance} <strong>{formatCredits(user.credits)}</strong>
      </p>
      <DeltaFields
        label={t.delta}
        description={t.deltaHint}
        limit={ADMIN_CREDIT_DELTA_LIMIT}
        delta={form.values.delta}
        onChange={(delta) => form.setFieldValue('delta', delta)}
        error={form.errors.delta}
      />
      {draft.recovered && <RecoveredNote onDiscard={() => draft.discard(form)} />}
      <ReasonInput label={t.reason} {...form.getInputProps('reason')} />
    </MutationForm>
  );
}

/** The dialogs that contain a form. */
const FORM_DIALOGS = [
  { action: 'edit', title: texts.editDialog.title, Form: EditForm },
  { action: 'changeRole', title: texts.roleDialog.title, Form: RoleForm },
  { action: 'adjustCredits', title: texts.creditsDialog.title, Form: CreditsForm },
  { action: 'resetPassword', title: texts.passwordDialog.title, Form: PasswordForm },
] as const;
