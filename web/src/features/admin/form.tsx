import { MAX_LENGTH } from '@g2/gateway/contract/constants';
import { Textarea, type TextareaProps } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { HttpError } from '../../lib/failures.ts';
import { DialogForm } from '../../ui/confirm-dialog.tsx';

/** A multi-line text field for a reason or a note. */
export const ReasonInput = (props: TextareaProps) => (
  <Textarea autosize minRows={2} maxRows={6} maxLength={MAX_LENGTH.reason} {...props} />
);

interface MutationFormProps<Values extends Record<string, unknown>, Body> {
  readonly form: UseFormReturnType<Values>;
  readonly mutation: UseMutationResult<unknown, Error, Body, unknown>;
  readonly bodyOf: (values: Values) => Body;
  readonly submit: string;
  readonly disabled?: boolean;
  /** Called when validation in the browser fails. */
  readonly onInvalid?: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The form of a dialog. It closes the dialog on success, and shows the server's field errors on a refusal. */
export function MutationForm<Values extends Record<string, unknown>, Body>(
  props: MutationFormProps<Values, Body>,
) {
  const { form, mutation, onClose } = props;
  const submitValues = (values: Values) =>
    mutation.mutate(props.bodyOf(values), {
      onSuccess: onClose,
      onError: (error) => {
        if (error instanceof HttpError) form.setErrors({ ...error.fields });
      },
    });
  return (
    <DialogForm
      onSubmit={form.onSubmit(submitValues, () => props.onInvalid?.())}
      onCancel={onClose}
      submit={props.submit}
      pending={mutation.isPending}
      disabled={props.disabled === true}
    >
      {props.children}
    </DialogForm>
  );
}
