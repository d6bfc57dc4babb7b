import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { useQuery } from '@tanstack/react-query';
import { HttpError } from '../../lib/failures.ts';
import { queuedRegistrationQuery } from './api.ts';

/** The open record, on this page of the list or not. */
export interface Opened {
  readonly state: 'none' | 'shown' | 'loading' | 'missing' | 'failed';
  readonly record: StaffRegistration | null;
  readonly busy: boolean;
  readonly retry: () => void;
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** @param rows of the current page, available without a request */
export function useOpened(id: string | null, rows: readonly StaffRegistration[]): Opened {
  // Only a well-formed id becomes part of a request path.
  const isId = id !== null && ID.test(id);
  const { data, error, isFetching, refetch } = useQuery({
    ...queuedRegistrationQuery(isId ? id.toLowerCase() : ''),
    enabled: isId,
  });
  const row = rows.find((one) => one.id === id);
  // An action may remove the record from the list; it stays open.
  const record = row ?? (isId ? (data ?? null) : null);
  const isMissing = (id !== null && !isId) || (error instanceof HttpError && error.status === 404);
  const state =
    id === null
      ? 'none'
      : record !== null
        ? 'shown'
        : isMissing
          ? 'missing'
          : error !== null
            ? 'failed'
            : 'loading';
  return { state, record, busy: isFetching, retry: () => void refetch() };
}
