/** Of browsers that have it, and newer than the list of types: what waits comes before other things that wait. */
type Yields = { readonly scheduler?: { yield?(): Promise<void> } };

/** Lets the browser answer what a person does before what follows; at once where it has no way to. */
export const turn = async (): Promise<void> => (globalThis as Yields).scheduler?.yield?.();
