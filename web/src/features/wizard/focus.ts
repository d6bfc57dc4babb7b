interface Fields {
  readonly getInputNode: (path: string) => HTMLElement | null;
}

/**
 * Focuses the topmost field with an error, or `otherwise` if none has one, and scrolls its label into view: by default
 * the page's header would cover it.
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
