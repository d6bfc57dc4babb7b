import { fileCalls } from '@g2/gateway/contract/gen/calls/files';
import type { Registration } from '@g2/gateway/contract/registrations';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { pathOf } from '../../lib/call.ts';
import { downloadFile, useDownload } from '../../lib/download.ts';
import { reasonOf } from '../../lib/failures.ts';
import { applyOptimistic } from '../../lib/optimistic.ts';
import { bundlePath } from '../../shared/certificate/api.ts';
import { notifyDownloadFailed } from '../../shared/certificate/download.ts';
import { texts as certificateTexts } from '../../shared/certificate/texts.ts';
import { deleteRegistration, REGISTRATIONS, refreshRegistrations } from '../../shared/registration/api.ts';
import { focusIfLost } from '../../ui/focus-fallback.ts';
import { notify } from '../../ui/toast-store.ts';
import { texts } from './texts.ts';

const { download } = certificateTexts;

type RegistrationId = Pick<Registration, 'id'>;

export function useReceiptDownload() {
  return useMutation({
    mutationFn: ({ id }: RegistrationId) =>
      downloadFile(pathOf(fileCalls.getReceipt, { params: { id } }), `recibo_${id.slice(0, 8)}.pdf`),
    onSuccess: () => notify.success(download.done, download.doneText),
    onError: notifyDownloadFailed,
  });
}

/** Downloads the ZIP with a progress display, because it can have 500 MB. */
export function useZipDownload({ id, fileName }: Pick<Registration, 'id' | 'fileName'>) {
  const path = pathOf(fileCalls.downloadFile, { params: { id } });
  const zipDownload = useFileDownload(path, fileName ?? 'arquivo.zip', download.doneText);
  const onStart = () => {
    notify.success(download.started);
    zipDownload.onStart();
  };
  return { ...zipDownload, onStart };
}

/** Downloads the evidence bundle with a progress display, because many timestamps make it large. */
export const useBundleDownload = (id: string) =>
  useFileDownload(bundlePath(id), `prova_${id.slice(0, 8)}.zip`, texts.evidence.bundleDone);

/** Props of a `DownloadButton` that downloads a file. @param doneText text of the toast after the download */
function useFileDownload(path: string, name: string, doneText: string) {
  const { transfer, cancel, start } = useDownload();
  const onStart = () =>
    void start(path, name).then(
      (savedFile) => savedFile && notify.success(download.done, doneText),
      notifyDownloadFailed,
    );
  return { transfer, onStart, onCancel: cancel };
}

/** Deletes an unpaid registration. The lists hide it immediately, and show it again if the deletion fails. */
export function useRemoveRegistration() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: RegistrationId) => deleteRegistration(id),
    onMutate: ({ id }) => applyOptimistic(client, { root: REGISTRATIONS, id, patch: null }),
    onSuccess: () => notify.success(texts.remove.done),
    onError: (error, _target, undo) => {
      undo?.();
      notify.error(texts.remove.failed, reasonOf(error, texts.remove.failedText));
    },
    onSettled: async () => {
      await refreshRegistrations(client);
      focusIfLost(document.getElementById(REGISTRATION_LIST_ID));
    },
  });
}

/** Callbacks of a card. They must be stable functions, so that memoized cards do not re-render. */
export interface RegistrationActions {
  readonly onPay: (registration: Registration) => void;
  readonly onDetails: (registration: Registration) => void;
  readonly onRemove: (registration: Registration) => void;
}

/** Id of the section with the cards. It receives the focus when the card that has the focus disappears. */
export const REGISTRATION_LIST_ID = 'registrations';

export const editPath = (id: string, step: 'basic' | 'upload' = 'basic'): string =>
  `/register?id=${id}&step=${step}`;

/** Whether a registration was never paid, so that the owner may change or delete it. */
export const isUnpaid = ({ canEdit, paymentPaidAt }: Registration): boolean =>
  canEdit && paymentPaidAt === null;

/** Whether a registration has neither a file nor a payment. */
export const isDraft = ({ status, sha256, paymentPaidAt }: Registration): boolean =>
  status === 'submitted' && sha256 === null && paymentPaidAt === null;

/** The correction that the staff request from the client (api-rules R3); null if they request none. */
export function requestedCorrection(registration: Registration): string | null {
  const { status, paymentPaidAt, closure } = registration;
  if (status !== 'submitted' || paymentPaidAt === null || closure !== null) return null;
  return registration.correctionReason ?? texts.card.defaultCorrection;
}
