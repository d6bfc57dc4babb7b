import type { HttpError } from './failures.ts';

const listeners = new Set<() => void>();

/** Registers a listener for actions that were not done but sent to another admin for approval. @returns unsubscribe */
export function onApprovalAsked(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const CODE = 'approval-needed';

/** The error of a 202 answer that asks for an approval, so that the call fails; undefined for other answers. */
export function approvalAsked(answer: HttpError): HttpError | undefined {
  if (answer.code !== CODE) return undefined;
  // Deferred, so that this message replaces the failure message of the caller.
  setTimeout(() => {
    for (const listener of listeners) listener();
  });
  return answer;
}
