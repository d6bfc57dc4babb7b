import { HttpError, reasonOf } from '../lib/failures.ts';
import { notify } from './toast-store.ts';

interface Form {
  readonly setErrors: (errors: Record<string, string>) => void;
}

/** Shows why a form was refused: the errors at its fields, and the reason in a toast. */
export function showFormFailure(form: Form, error: Error, title: string, fallback: string): void {
  if (error instanceof HttpError) form.setErrors({ ...error.fields });
  notify.error(title, reasonOf(error, fallback));
}
