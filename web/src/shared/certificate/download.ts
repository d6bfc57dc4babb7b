import { fileCalls } from '@g2/gateway/contract/gen/calls/files';
import type { Registration } from '@g2/gateway/contract/registrations';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { pathOf } from '../../lib/call.ts';
import { downloadFile } from '../../lib/download.ts';
import { HttpError, messageOf, reasonOf } from '../../lib/failures.ts';
import { notify } from '../../ui/toast-store.ts';
import { refreshRegistrations } from '../registration/api.ts';
import { texts } from './texts.ts';

const t = texts.download;

/** Mutation that downloads the certificate and shows the toasts of spec §8. */
export function useCertificateDownload() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Pick<Registration, 'id'>) =>
      downloadFile(pathOf(fileCalls.getCertificate, { params: { id } }), `certificado_${id.slice(0, 8)}.pdf`),
    onSuccess: () => {
      notify.success(t.done, t.doneText);
      // After the first download, the server no longer lists the registration as waiting for its owner.
      void refreshRegistrations(client);
    },
    onError: (error) => {
      if (error instanceof HttpError && error.status === 400) {
        notify.error(t.unavailable, messageOf(error, t.unavailableText));
      } else if (error instanceof HttpError && error.status === 404) {
        notify.error(t.notFound, messageOf(error, t.notFoundText));
      } else {
        notifyDownloadFailed(error);
      }
    },
  });
}

/** Shows the general error toast of a download. */
export function notifyDownloadFailed(error: unknown): void {
  notify.error(t.failed, reasonOf(error, t.failedText));
}
