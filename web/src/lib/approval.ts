import type { HttpError } from './failures.ts';

const listeners = new Set<() => void>();

/** Calls back when an act was not done, but sent to another admin for approval. @returns what stops it */
export function onApprovalAsked(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const CODE = 'approval-needed';

/** An answer of 202 that says so, as the error of a call that changed nothing; undefined for any other. */
export function approvalAsked(answer: HttpError): HttpError | undefined {
  if (answer.code !== CODE) return undefined;
  // After those who made the call have shown their failure: this says what became of it.
  setTimeout(() => {
    for (const listener of listeners) listener();
  });
  return answer;
}
