interface Fields {
  readonly getInputNode: (path: string) => HTMLElement | null;
}

/**
 * Moves the focus to the topmost of the fields that have an error, or to `otherwise` when none has, and brings the
 * whole of it into view: the browser alone would leave its label under the page's header.
 */
export function focusFirstError(
  form: Fields,
  errors: Readonly<Record<string, unknown>>,
  otherwise: string,
): void {
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
