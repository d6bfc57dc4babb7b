import type { Registration } from '@g2/gateway/contract/registrations';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { downloadFile } from '../../lib/download.ts';
import { HttpError, messageOf } from '../../lib/http.ts';
import { deleteRegistration, refreshRegistrations } from '../../lib/registrations.ts';
import { notify } from '../../ui/toast-store.ts';
import { texts } from './texts.ts';

type Target = Pick<Registration, 'id'>;

/** Downloads the certificate, with the messages of spec §8. */
export function useCertificateDownload() {
  return useMutation({
    mutationFn: ({ id }: Target) =>
      downloadFile(`/api/registrations/${id}/certificate`, `certificado_${id.slice(0, 8)}.pdf`),
    onSuccess: () => notify.success(texts.certificate.done, texts.certificate.doneText),
    onError: (error) => {
      const t = texts.certificate;
      if (error instanceof HttpError && error.status === 400) {
        notify.error(t.unavailable, messageOf(error, t.unavailableText));
      } else if (error instanceof HttpError && error.status === 404) {
        notify.error(t.notFound, messageOf(error, t.notFoundText));
      } else {
        notify.error(t.failed, messageOf(error, t.failedText));
      }
    },
  });
}

/** Downloads the receipt of a paid registration. */
export function useReceiptDownload() {
  return useMutation({
    mutationFn: ({ id }: Target) =>
      downloadFile(`/api/registrations/${id}/receipt`, `recibo_${id.slice(0, 8)}.pdf`),
    onSuccess: () => notify.success(texts.certificate.done, texts.certificate.doneText),
    onError: (error) =>
      notify.error(texts.certificate.failed, messageOf(error, texts.certificate.failedText)),
  });
}

/** Deletes a registration that was never paid. */
export function useRemoveRegistration() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Target) => deleteRegistration(id),
    onSuccess: () => notify.success(texts.remove.done),
    onError: (error) => notify.error(texts.remove.failed, messageOf(error, texts.remove.failedText)),
    onSettled: () => refreshRegistrations(client),
  });
}
