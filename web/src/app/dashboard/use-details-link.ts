import { REGISTRATION_DOCUMENTS } from '@g2/gateway/contract/registrations';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { HttpError, messageOf } from '../../lib/failures.ts';
import { registrationQuery } from '../../shared/registration/api.ts';
import { notify } from '../../ui/toast-store.ts';
import { texts } from './texts.ts';
import { useAddressWord } from './use-address-word.ts';
import type { ShowDialog } from './use-dialogs.ts';

const ALONG = ['documento'] as const;

/**
 * `/dashboard?registro=<id>&documento=<document>`, where mails lead: opens that registration's details, the document at
 * hand. `open` must be stable.
 */
export function useDetailsLink(open: ShowDialog['details']): void {
  const client = useQueryClient();
  const act = useCallback(
    (id: string, along: URLSearchParams) => {
      const t = texts.linked;
      const document = REGISTRATION_DOCUMENTS.find((known) => known === along.get('documento'));
      client.fetchQuery({ ...registrationQuery(encodeURIComponent(id)), staleTime: 0 }).then(
        (registration) => open(registration, document),
        (error: unknown) => {
          if (error instanceof HttpError && error.status === 404) notify.error(t.absent, t.absentText);
          else notify.error(t.failed, messageOf(error, t.failedText));
        },
      );
    },
    [client, open],
  );
  useAddressWord('registro', ALONG, act);
}
