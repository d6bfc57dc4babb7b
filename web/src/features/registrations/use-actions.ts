import type { Registration } from '@g2/gateway/contract/registrations';
import { fileRoutes } from '@g2/gateway/contract/routes/files';
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

/** Downloads the receipt of a paid registration. */
export function useReceiptDownload() {
  return useMutation({
    mutationFn: ({ id }: Target) =>
      downloadFile(pathOf(fileRoutes.getReceipt, { params: { id } }), `recibo_${id.slice(0, 8)}.pdf`),
    onSuccess: () => notify.success(download.done, download.doneText),
    onError: downloadFailed,
  });
}

/** Downloads the ZIP, with its progress: it may hold 500 MB. */
export function useZipDownload({ id, fileName }: Pick<Registration, 'id' | 'fileName'>) {
  const { transfer, cancel, start } = useDownload();
  const run = () => {
    notify.success(download.started);
    start(pathOf(fileRoutes.downloadFile, { params: { id } }), fileName ?? 'arquivo.zip').then(
      (saved) => saved && notify.success(download.done, download.doneText),
      downloadFailed,
    );
  };
  return { transfer, cancel, start: run };
}

/** Downloads the bundle of proof, which grows with the stamps it has. */
export function useBundleDownload(id: string) {
  const { transfer, cancel, start } = useDownload();
  const run = () => {
    start(bundlePath(id), `prova_${id.slice(0, 8)}.zip`).then(
      (saved) => saved && notify.success(download.done, texts.evidence.bundleDone),
      downloadFailed,
    );
  };
  return { transfer, cancel, start: run };
}

/** Deletes a registration that was never paid: gone from the lists at once, back when refused. */
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

/** What a card asks of the page it stands on. The functions keep their identity, so that cards need not be drawn again. */
export interface RegistrationActions {
  readonly onPay: (registration: Registration) => void;
  readonly onDetails: (registration: Registration) => void;
  readonly onRemove: (registration: Registration) => void;
}

/** The section that holds the cards; takes the focus when the card that had it is gone. */
export const LIST_ID = 'registrations';

/** Where the details of a registration are edited. */
export const editPath = (id: string, step: 'basic' | 'upload' = 'basic'): string =>
  `/register?id=${id}&step=${step}`;

/** A registration that was never paid and may still be changed or deleted. */
export const isUnpaid = ({ canEdit, paymentPaidAt }: Registration): boolean =>
  canEdit && paymentPaidAt === null;

/** Begun, and without a file: nothing was submitted yet. */
export const isDraft = ({ status, sha256, paymentPaidAt }: Registration): boolean =>
  status === 'submitted' && sha256 === null && paymentPaidAt === null;

/** Why the staff sent an already paid registration back (api-rules R3); null when nothing is asked. */
export function correctionOf(registration: Registration, fallback: string): string | null {
  const { status, paymentPaidAt, closure } = registration;
  if (status !== 'submitted' || paymentPaidAt === null || closure !== null) return null;
  return registration.correctionReason ?? fallback;
}
