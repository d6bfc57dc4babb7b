import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { useQuery } from '@tanstack/react-query';
import { HttpError } from '../../lib/failures.ts';
import { queuedRegistrationQuery } from './api.ts';

/** The record that is open, wherever it stands: on this page of the list, on another, or on none. */
export interface Opened {
  readonly state: 'none' | 'shown' | 'loading' | 'missing' | 'failed';
  readonly record: StaffRegistration | null;
  readonly busy: boolean;
  readonly retry: () => void;
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** @param rows of the page in sight, which are there at once */
export function useOpened(id: string | null, rows: readonly StaffRegistration[]): Opened {
  // Only what can be an id becomes part of a path.
  const isId = id !== null && ID.test(id);
  const { data, error, isFetching, refetch } = useQuery({
    ...queuedRegistrationQuery(isId ? id.toLowerCase() : ''),
    enabled: isId,
  });
  const row = rows.find((one) => one.id === id);
  // An action may take it off the list: it stays open as it is.
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
