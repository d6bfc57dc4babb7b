import {
  REGISTRATION_DOCUMENTS,
  type Registration,
  type RegistrationDocument,
} from '@g2/gateway/contract/registrations';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { HttpError, messageOf } from '../../lib/failures.ts';
import { useIdParam } from '../../lib/use-id-param.ts';
import { registrationQuery } from '../../shared/registration/api.ts';
import { notify } from '../../ui/toast-store.ts';
import { texts } from './texts.ts';

export interface Details {
  /** The registration in the details dialog; null while none is open or the one named in the URL is loading. */
  readonly registration: Registration | null;
  /** The document in the details to focus, as the URL of a mail's link names it. */
  readonly document: RegistrationDocument | undefined;
  /** Stable, so that memoized cards do not rerender. */
  readonly open: (registration: Registration) => void;
  readonly close: () => void;
}

/** The open details, kept in the URL as `?registro=<id>&documento=<document>`; Back closes them. */
export function useDetails(): Details {
  const param = useIdParam('registro', ['documento']);
  const { id, close } = param;
  const [params] = useSearchParams();
  // The registration that the clicked card already has, so that it needs no request.
  const [card, setCard] = useState<Registration | null>(null);
  const known = card !== null && card.id === id ? card : null;
  const { data, error } = useQuery({
    ...registrationQuery(encodeURIComponent(id ?? '')),
    enabled: id !== null && known === null,
  });
  const latest = useRef(param);
  useEffect(() => {
    latest.current = param;
  });
  const open = useCallback((registration: Registration) => {
    setCard(registration);
    latest.current.open(registration.id);
  }, []);
  const isLost = id !== null && known === null && data === undefined && error !== null;
  useEffect(() => {
    if (!isLost) return;
    tellLost(error);
    latest.current.close();
  }, [isLost, error]);
  return {
    registration: id === null ? null : (known ?? data ?? null),
    document: REGISTRATION_DOCUMENTS.find((one) => one === params.get('documento')),
    open,
    close,
  };
}

function tellLost(error: Error | null): void {
  const t = texts.linked;
  if (error instanceof HttpError && error.status === 404) notify.error(t.absent, t.absentText);
  else notify.error(t.failed, messageOf(error, t.failedText));
}
