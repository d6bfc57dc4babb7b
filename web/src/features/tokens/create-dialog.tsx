import {
  type CreatedApiToken,
  type CreateTokenBody,
  SCOPE_NAMES,
  SCOPES,
  TOKEN_DAYS,
  TOKEN_NAME_MAX,
} from '@g2/gateway/contract/api-tokens';
import { Button, Checkbox, Radio, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { HttpError, reasonOf } from '../../lib/failures.ts';
import { DialogActions } from '../../ui/confirm-dialog.tsx';
import dialogClasses from '../../ui/dialog.module.css';
import { Modal } from '../../ui/modal.tsx';
import { notify } from '../../ui/toast-store.ts';
import { useCreateToken } from './api.ts';
import { texts } from './texts.ts';
import classes from './tokens.module.css';

const t = texts.form;
const NO_EXPIRY = 'nunca';

type Values = { name: string; scopes: string[]; expiry: string };

/** The scopes that the command-line client needs for a registration. */
const DEFAULT_SCOPES = ['registrations:read', 'registrations:write', 'files:write'];

const bodyOf = ({ name, scopes, expiry }: Values): CreateTokenBody => ({
  name: name.trim(),
  scopes: SCOPE_NAMES.filter((scope) => scopes.includes(scope)),
  expiresInDays: TOKEN_DAYS.find((days) => String(days) === expiry) ?? null,
});

interface CreateDialogProps {
  readonly onClose: () => void;
  readonly onCreated: (token: CreatedApiToken) => void;
}

export function CreateDialog({ onClose, onCreated }: CreateDialogProps) {
  const create = useCreateToken();
  const form = useForm<Values>({
    initialValues: { name: '', scopes: DEFAULT_SCOPES, expiry: String(TOKEN_DAYS[1]) },
    validate: {
      name: (name) => (name.trim() === '' ? t.nameMissing : null),
      scopes: (scopes) => (scopes.length === 0 ? t.scopesMissing : null),
    },
  });
  const submit = (values: Values) =>
    create.mutate(bodyOf(values), {
      onSuccess: onCreated,
      onError: (error) => {
        if (error instanceof HttpError) form.setErrors(error.fields);
        notify.error(texts.failed, reasonOf(error, texts.failedText));
      },
    });
  return (
    <Modal opened onClose={onClose} title={t.title}>
      <form className={dialogClasses.form} onSubmit={form.onSubmit(submit)} noValidate>
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
          <div className={classes.choices}>
            {SCOPE_NAMES.map((scope) => (
              <Checkbox
                key={scope}
                value={scope}
                label={<code className={classes.scope}>{scope}</code>}
                description={SCOPES[scope]}
              />
            ))}
          </div>
        </Checkbox.Group>
        <Radio.Group label={t.expiry} {...form.getInputProps('expiry')}>
          <div className={classes.terms}>
            {TOKEN_DAYS.map((days) => (
              <Radio key={days} value={String(days)} label={t.days(days)} />
            ))}
            <Radio value={NO_EXPIRY} label={t.forever} />
          </div>
          {form.values.expiry === NO_EXPIRY && <p className={dialogClasses.warning}>{t.foreverHint}</p>}
        </Radio.Group>
        <DialogActions onCancel={onClose}>
          <Button type="submit" loading={create.isPending}>
            {t.submit}
          </Button>
        </DialogActions>
      </form>
    </Modal>
  );
}
