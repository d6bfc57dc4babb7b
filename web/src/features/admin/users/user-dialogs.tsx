import { usersPageCreditForm } from '@g2/gateway/contract/admin';
import { ADMIN_CREDIT_DELTA_LIMIT } from '@g2/gateway/contract/common';
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
import { type Consent, ConsentDialog } from './consent-dialog.tsx';
import { useAccessChange } from './former-assignments.tsx';
import { texts } from './texts.ts';
import { nameOf } from './user-cells.tsx';
import { refusalOf, type UserAction } from './user-rules.ts';

interface UserFormProps {
  readonly user: User;
  readonly onClose: () => void;
}

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
  const { mutation, effects } = useAccessChange(
    user,
    { role, isActive: user.isActive },
    {
      send: (next: Role) => call(userCalls.changeUserRole, { params: { id: user.id }, body: { role: next } }),
      done: t.done,
      doneText: (next) => t.doneText(nameOf(user), ROLE_NAMES[next]),
      failed: [t.failed, t.failedText],
      patch: (next) => ({ role: next }),
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutation.mutate(role);
    onClose();
  };
  return (
    <DialogForm onSubmit={submit} onCancel={onClose} submit={t.submit} disabled={role === user.role}>
      <p className={dialogClasses.lead}>{t.of(nameOf(user))}</p>
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

/** The three roles, with a warning for the admin role (spec §2). */
function RoleSelect({ value, refusal, onChange }: RoleSelectProps) {
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
    <MutationForm form={form} mutation={reset} bodyOf={(body) => body} submit={t.submit} onClose={onClose}>
      <p className={dialogClasses.lead}>{own ? t.ownText : t.text(nameOf(user))}</p>
      <PasswordInput
        label={t.password}
        description={t.hint}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t.show }}
        {...form.getInputProps('newPassword')}
      />
    </MutationForm>
  );
}

const SCHEMA = adminUpdateUserBody.required({ firstName: true, lastName: true, role: true });

function EditForm({ user, onClose }: UserFormProps) {
  const t = texts.editDialog;
  const { firstName, lastName, role } = user;
  const refusal = refusalOf('role', user, useUser()?.id);
  const form = useForm<{ firstName: string; lastName: string; role: Role }>({
    initialValues: { firstName, lastName, role },
    validate: schemaResolver(SCHEMA, { sync: true }),
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
      bodyOf={({ role: next, ...names }) => (refusal === null ? { ...names, role: next } : names)}
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
        onChange={(next) => form.setFieldValue('role', next)}
      />
      {effects}
    </MutationForm>
  );
}

/** Adds or removes credits of a user; the delta is in hundredths of a credit (api-rules R6). */
function CreditsForm({ user, onClose }: UserFormProps) {
  const t = texts.creditsDialog;
  const draft = useDraft(`credits.${user.id}`, ['reason']);
  const adjust = useAdjustment(
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
      mutation={adjust}
      bodyOf={({ delta, reason }) => ({ userId: user.id, delta: Number(delta), reason })}
      submit={t.submit}
      onInvalid={() => notify.error(t.failed, t.required)}
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

/** The dialogs with a form, in the order of their elements. */
const FORMS = [
  { action: 'edit', title: texts.editDialog.title, Form: EditForm },
  { action: 'role', title: texts.roleDialog.title, Form: RoleForm },
  { action: 'credits', title: texts.creditsDialog.title, Form: CreditsForm },
  { action: 'password', title: texts.passwordDialog.title, Form: PasswordForm },
] as const;
