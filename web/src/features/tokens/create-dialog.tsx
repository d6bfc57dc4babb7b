import {
  type CreatedApiToken,
  type CreateTokenBody,
  SCOPE_NAMES,
  SCOPES,
  TOKEN_DAYS,
  TOKEN_NAME_MAX,
} from '@g2/gateway/contract/api-tokens';
import { Checkbox, Radio, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { DialogForm } from '../../ui/confirm-dialog.tsx';
import dialogClasses from '../../ui/dialog.module.css';
import { showFormFailure } from '../../ui/form-failure.ts';
import { Modal } from '../../ui/modal.tsx';
import { useCreateToken } from './api.ts';
import { texts } from './texts.ts';

const t = texts.form;
const NO_EXPIRY = 'nunca';

type FormValues = { name: string; scopes: string[]; expiry: string };

/** The scopes that the command-line client needs for a registration. */
const DEFAULT_SCOPES = ['registrations:read', 'registrations:write', 'files:write'];

const bodyOf = ({ name, scopes, expiry }: FormValues): CreateTokenBody => ({
  name: name.trim(),
  scopes: SCOPE_NAMES.filter((scope) => scopes.includes(scope)),
  expiresInDays: TOKEN_DAYS.find((days) => String(days) === expiry) ?? null,
});

export function CreateDialog({
  onClose,
  onCreated,
}: {
  onClose: () => void;
  onCreated: (token: CreatedApiToken) => void;
}) {
  const createMutation = useCreateToken();
  const form = useForm<FormValues>({
    initialValues: { name: '', scopes: DEFAULT_SCOPES, expiry: String(TOKEN_DAYS[1]) },
    validate: {
      name: (name) => (name.trim() === '' ? t.nameMissing : null),
      scopes: (scopes) => (scopes.length === 0 ? t.scopesMissing : null),
    },
  });
  const submit = (values: FormValues) =>
    createMutation.mutate(bodyOf(values), {
      onSuccess: onCreated,
      onError: (error) => showFormFailure(form, error, texts.requestFailedTitle, texts.requestFailedText),
    });
  return (
    <Modal opened onClose={onClose} title={t.title}>
      <DialogForm
        onSubmit={form.onSubmit(submit)}
        onCancel={onClose}
        submit={t.submit}
        pending={createMutation.isPending}
      >
        <TextInput
          label={t.name}
          description={t.nameHint}
          placeholder={t.namePlaceholder}
          maxLength={TOKEN_NAME_MAX}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Checkbox.Group label={t.scopes} {...form.getInputProps('scopes')}>
          <div className="grid gap-3 mt-1.5">
            {SCOPE_NAMES.map((scope) => (
              <Checkbox
                key={scope}
                size="md"
                value={scope}
                label={<code className="g2-mono text-sm">{scope}</code>}
                description={SCOPES[scope]}
              />
            ))}
          </div>
        </Checkbox.Group>
        <Radio.Group label={t.expiry} {...form.getInputProps('expiry')}>
          <div className="g2-row gap-x-5 my-1.5">
            {TOKEN_DAYS.map((days) => (
              <Radio key={days} size="md" value={String(days)} label={t.days(days)} />
            ))}
            <Radio size="md" value={NO_EXPIRY} label={t.noExpiry} />
          </div>
          {form.values.expiry === NO_EXPIRY && <p className={dialogClasses.warning}>{t.noExpiryHint}</p>}
        </Radio.Group>
      </DialogForm>
    </Modal>
  );
}
