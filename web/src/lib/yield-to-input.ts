/** scheduler.yield() exists only in some browsers and is missing in TypeScript's DOM types. */
type WithScheduler = { readonly scheduler?: { yield?(): Promise<void> } };

/** Yields to the browser so that it can handle user input; returns at once if scheduler.yield is missing. */
export const yieldToInput = async (): Promise<void> => (globalThis as WithScheduler).scheduler?.yield?.();
