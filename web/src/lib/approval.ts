import type { HttpError } from './failures.ts';

const listeners = new Set<() => void>();

/** Registers a listener that is called when an action was sent to another admin for approval. @returns unsubscribe */
export function onApprovalRequested(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const APPROVAL_NEEDED = 'approval-needed';

/** The error of a call that the server sent to another admin for approval (202); undefined for any other answer. */
export function approvalErrorOf(error: HttpError): HttpError | undefined {
  if (error.code !== APPROVAL_NEEDED) return undefined;
  // Deferred: the toast about the approval must replace the caller's toast about a failure.
  setTimeout(() => {
    for (const listener of listeners) listener();
  });
  return error;
}
