import type { HttpError } from './failures.ts';

const listeners = new Set<() => void>();

/** Registers a listener for actions that were not done but sent to another admin for approval. @returns unsubscribe */
export function onApprovalRequested(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const APPROVAL_NEEDED = 'approval-needed';

/** The error with which a call fails that was sent to another admin for approval (202); undefined for other answers. */
export function approvalErrorOf(answer: HttpError): HttpError | undefined {
  if (answer.code !== APPROVAL_NEEDED) return undefined;
  // Deferred, so that this message replaces the failure message of the caller.
  setTimeout(() => {
    for (const listener of listeners) listener();
  });
  return answer;
}
