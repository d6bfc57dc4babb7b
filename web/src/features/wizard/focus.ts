import { HttpError } from '../../lib/failures.ts';

type FieldErrors = Readonly<Record<string, unknown>>;

interface Form {
  readonly getInputNode: (path: string) => HTMLElement | null;
  readonly setErrors: (errors: Record<string, string>) => void;
}

/**
 * Focuses the topmost field with an error, or `fallbackField` if none has an error. Also scrolls the label into view;
 * otherwise the page's header may cover it.
 */
export function focusFirstError(
  form: Pick<Form, 'getInputNode'>,
  errors: FieldErrors,
  fallbackField: string,
): void {
  const nodes = Object.keys(errors)
    .map((path) => form.getInputNode(path))
    .filter((node) => node !== null);
  const [first] = nodes.toSorted((a, b) =>
    a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  const field = first ?? form.getInputNode(fallbackField);
  field?.focus({ preventScroll: true });
  (field?.closest('.mantine-InputWrapper-root') ?? field)?.scrollIntoView({ block: 'nearest' });
}

/** Shows the field errors of a refused request, and focuses the first field with an error. */
export function showErrors(form: Form, error: Error, fallbackField: string): void {
  const fields = error instanceof HttpError ? error.fields : {};
  form.setErrors({ ...fields });
  focusFirstError(form, fields, fallbackField);
}
