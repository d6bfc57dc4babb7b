import { Button } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { HttpError } from '../../../lib/failures.ts';
import { DialogActions } from '../../../ui/confirm-dialog.tsx';
import dialogClasses from '../../../ui/dialog.module.css';

interface UserFormProps<Values extends Record<string, unknown>, Body> {
  readonly form: UseFormReturnType<Values>;
  readonly change: UseMutationResult<unknown, Error, Body, unknown>;
  readonly bodyOf: (values: Values) => Body;
  readonly lead: ReactNode;
  readonly submit: string;
  readonly disabled?: boolean;
  /** Called when validation in the browser fails. */
  readonly onInvalid?: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The form of a dialog about a user. It stays open, with the server's errors at its fields, until it is accepted. */
export function UserForm<Values extends Record<string, unknown>, Body>(props: UserFormProps<Values, Body>) {
  const { form, change, onClose } = props;
  const send = (values: Values) =>
    change.mutate(props.bodyOf(values), {
      onSuccess: onClose,
      onError: (error) => {
        if (error instanceof HttpError) form.setErrors({ ...error.fields });
      },
    });
  return (
    <form className={dialogClasses.form} onSubmit={form.onSubmit(send, () => props.onInvalid?.())} noValidate>
      <p className={dialogClasses.lead}>{props.lead}</p>
      {props.children}
      <DialogActions onCancel={onClose}>
        <Button type="submit" loading={change.isPending} disabled={props.disabled === true}>
          {props.submit}
        </Button>
      </DialogActions>
    </form>
  );
}
