import { fileCalls } from '@g2/gateway/contract/gen/calls/files';
import type { Registration } from '@g2/gateway/contract/registrations';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { pathOf } from '../../lib/call.ts';
import { downloadFile, useDownload } from '../../lib/download.ts';
import { reasonOf } from '../../lib/failures.ts';
import { applyOptimistic } from '../../lib/optimistic.ts';
import { bundlePath } from '../../shared/certificate/api.ts';
import { downloadFailed } from '../../shared/certificate/download.ts';
import { texts as certificate } from '../../shared/certificate/texts.ts';
import { deleteRegistration, REGISTRATIONS, refreshRegistrations } from '../../shared/registration/api.ts';
import { focusIfLost } from '../../ui/focus-fallback.ts';
import { notify } from '../../ui/toast-store.ts';
import { texts } from './texts.ts';

const { download } = certificate;

type Target = Pick<Registration, 'id'>;

export function useReceiptDownload() {
  return useMutation({
    mutationFn: ({ id }: Target) =>
      downloadFile(pathOf(fileCalls.getReceipt, { params: { id } }), `recibo_${id.slice(0, 8)}.pdf`),
    onSuccess: () => notify.success(download.done, download.doneText),
    onError: downloadFailed,
  });
}

/** Downloads the ZIP and reports progress, because it can be 500 MB large. */
export function useZipDownload({ id, fileName }: Pick<Registration, 'id' | 'fileName'>) {
  const path = pathOf(fileCalls.downloadFile, { params: { id } });
  const zip = useSavedFile(path, fileName ?? 'arquivo.zip', download.doneText);
  const onStart = () => {
    notify.success(download.started);
    zip.onStart();
  };
  return { ...zip, onStart };
}

/** Downloads the evidence bundle with progress, because its size grows with the number of timestamps. */
export const useBundleDownload = (id: string) =>
  useSavedFile(bundlePath(id), `prova_${id.slice(0, 8)}.zip`, texts.evidence.bundleDone);

/** Props of a `DownloadButton` that saves a file. @param doneText advice in the toast after it is saved */
function useSavedFile(path: string, name: string, doneText: string) {
  const { transfer, cancel, start } = useDownload();
  const onStart = () =>
    void start(path, name).then((saved) => saved && notify.success(download.done, doneText), downloadFailed);
  return { transfer, onStart, onCancel: cancel };
}

/** Deletes a never-paid registration; removes it from the lists optimistically and restores it on failure. */
export function useRemoveRegistration() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Target) => deleteRegistration(id),
    onMutate: ({ id }) => applyOptimistic(client, { root: REGISTRATIONS, id, patch: null }),
    onSuccess: () => notify.success(texts.remove.done),
    onError: (error, _target, undo) => {
      undo?.();
      notify.error(texts.remove.failed, reasonOf(error, texts.remove.failedText));
    },
    onSettled: async () => {
      await refreshRegistrations(client);
      focusIfLost(document.getElementById(LIST_ID));
    },
  });
}

/** Callbacks that a card receives from its page. They must be stable, so that memoized cards do not re-render. */
export interface RegistrationActions {
  readonly onPay: (registration: Registration) => void;
  readonly onDetails: (registration: Registration) => void;
  readonly onRemove: (registration: Registration) => void;
}

/** Id of the section that holds the cards; it receives the focus when the focused card disappears. */
export const LIST_ID = 'registrations';

export const editPath = (id: string, step: 'basic' | 'upload' = 'basic'): string =>
  `/register?id=${id}&step=${step}`;

/** A registration that was never paid and may still be changed or deleted. */
export const isUnpaid = ({ canEdit, paymentPaidAt }: Registration): boolean =>
  canEdit && paymentPaidAt === null;

/** A started registration without a file; nothing has been submitted yet. */
export const isDraft = ({ status, sha256, paymentPaidAt }: Registration): boolean =>
  status === 'submitted' && sha256 === null && paymentPaidAt === null;

/** Why the staff sent a paid registration back (api-rules R3); null when no correction is requested. */
export function correctionOf(registration: Registration): string | null {
  const { status, paymentPaidAt, closure } = registration;
  if (status !== 'submitted' || paymentPaidAt === null || closure !== null) return null;
  return registration.correctionReason ?? texts.card.defaultCorrection;
}
