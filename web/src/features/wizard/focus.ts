import { HttpError } from '../../lib/failures.ts';

type Errors = Readonly<Record<string, unknown>>;

interface Form {
  readonly getInputNode: (path: string) => HTMLElement | null;
  readonly setErrors: (errors: Record<string, string>) => void;
}

/**
 * Focuses the topmost field with an error, or `otherwise` if none has one, and scrolls its label into view: by default
 * the page's header would cover it.
 */
export function focusFirstError(form: Pick<Form, 'getInputNode'>, errors: Errors, otherwise: string): void {
  const nodes = Object.keys(errors)
    .map((path) => form.getInputNode(path))
    .filter((node) => node !== null);
  const [first] = nodes.toSorted((a, b) =>
    a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  const field = first ?? form.getInputNode(otherwise);
  field?.focus({ preventScroll: true });
  (field?.closest('.mantine-InputWrapper-root') ?? field)?.scrollIntoView({ block: 'nearest' });
}

/** Shows a refused call's errors at their fields, and focuses the first of them. */
export function showErrors(form: Form, error: Error, otherwise: string): void {
  const fields = error instanceof HttpError ? error.fields : {};
  form.setErrors({ ...fields });
  focusFirstError(form, fields, otherwise);
}
