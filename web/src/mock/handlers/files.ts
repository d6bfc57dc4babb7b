import { AppError } from '@g2/gateway/contract/errors';
import { uploadFileName } from '@g2/gateway/contract/registrations';
import { REGISTRATION_STATUSES } from '@g2/gateway/contract/status-terms';
import type { Db, StoredRegistration } from '../db.ts';
import { paginate } from '../lists.ts';
import { aGovernment, anEvidence, someContents } from '../records.ts';
import { canResubmit, editableRegistration, ownRegistration, visibleRegistration } from '../registrations.ts';
import { TusUploads } from '../tus.ts';
import type { Handlers } from './handler.ts';

const hexOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

type StoredFile = Pick<StoredRegistration, 'sha256' | 'sha512' | 'fileName' | 'fileSize'>;

/** Sets the registration's file. @throws AppError duplicate-file, with the id of an own registration with this file */
function attachFile(db: Db, registration: StoredRegistration, file: StoredFile): void {
  const otherRegistration = db.registrations.find(
    (candidate) =>
      candidate !== registration &&
      candidate.sha256 === file.sha256 &&
      (candidate.userId === registration.userId || candidate.paymentPaidAt !== null),
  );
  if (otherRegistration?.userId === registration.userId) {
    throw new AppError('duplicate-file', {
      message: 'Você já registrou este arquivo em outro registro.',
      facts: { registrationId: otherRegistration.id },
    });
  }
  if (otherRegistration !== undefined) throw new AppError('duplicate-file');
  if (canResubmit(registration)) registration.changedSinceCorrection = true;
  Object.assign(registration, file, { contents: someContents, depositedAt: db.now() });
}

/** The file name in the percent-encoded `x-file-name` header. */
function fileNameOf(headers: Headers): string {
  const decodedName = decodeURIComponent(headers.get('x-file-name') ?? '');
  if (decodedName === '') throw new AppError('no-file');
  const name = uploadFileName.safeParse(decodedName);
  if (!name.success) throw new AppError('not-a-zip');
  return name.data;
}

function uploadsOf(db: Db, id: string): TusUploads {
  const registration = ownRegistration(db, id);
  const existingUploads = db.uploads.get(id);
  if (existingUploads !== undefined) return existingUploads;
  const uploads = new TusUploads(id, (file) => attachFile(db, registration, { ...file, sha512: null }));
  db.uploads.set(id, uploads);
  return uploads;
}

async function respondAsTus(db: Db, id: string, request: Request): Promise<Response> {
  return (await uploadsOf(db, id).respond(request)) ?? new Response(null, { status: 404 });
}

/** A file download with placeholder content. */
const fakeDownload = (media: string, name: string): Response =>
  new Response('documento do servidor simulado', {
    headers: { 'content-type': media, 'content-disposition': `attachment; filename="${name}"` },
  });

export const fileHandlers: Handlers = {
  async uploadFile({ params, headers }, db, request) {
    const registration = editableRegistration(db, params.id);
    const fileName = fileNameOf(headers);
    const bytes = await request.arrayBuffer();
    if (bytes.byteLength === 0) throw new AppError('file-empty');
    if (new TextDecoder().decode(bytes.slice(0, 2)) !== 'PK') {
      throw new AppError('not-a-zip', { message: 'O conteúdo deste arquivo não é um ZIP.' });
    }
    const sha256 = hexOf(await crypto.subtle.digest('SHA-256', bytes));
    const announced = headers.get('x-content-sha256');
    if (announced !== null && announced !== sha256) throw new AppError('hash-mismatch');
    const sha512 = hexOf(await crypto.subtle.digest('SHA-512', bytes));
    attachFile(db, registration, { sha256, sha512, fileName, fileSize: bytes.byteLength });
    return { sha256, fileName, fileSize: bytes.byteLength };
  },
  async getUpload({ params }, db, request) {
    return respondAsTus(db, params.id, request);
  },
  beginUpload: ({ params }, db, request) => respondAsTus(db, editableRegistration(db, params.id).id, request),
  findUpload: ({ params }, db, request) => respondAsTus(db, params.id, request),
  continueUpload: ({ params }, db, request) => respondAsTus(db, params.id, request),
  endUpload: ({ params }, db, request) => respondAsTus(db, params.id, request),
  listFiles({ params, query }, db) {
    if (visibleRegistration(db, params.id).sha256 === null) {
      throw new AppError('not-found', { message: 'Este registro ainda não tem arquivo.' });
    }
    return paginate([], query);
  },
  listChanges() {
    throw new AppError('not-found');
  },
  downloadFile({ params }, db) {
    const { fileName, sha256 } = visibleRegistration(db, params.id);
    if (sha256 === null) throw new AppError('not-found');
    return fakeDownload('application/zip', fileName ?? 'fonte.zip');
  },
  getCertificate({ params }, db) {
    const { id, status, userId } = visibleRegistration(db, params.id);
    if (status !== 'certificate_issued') throw new AppError('certificate-not-available');
    if (userId === db.me.id) db.downloadedCertificates.add(id);
    return fakeDownload('application/pdf', `certificado_${id.slice(0, 8)}.pdf`);
  },
  getReceipt({ params }, db) {
    const { id, paymentPaidAt, userId } = visibleRegistration(db, params.id);
    if (userId !== db.me.id && db.me.role !== 'admin') throw new AppError('forbidden');
    if (paymentPaidAt === null) throw new AppError('receipt-not-available');
    return fakeDownload('application/pdf', `recibo_${id.slice(0, 8)}.pdf`);
  },
  getEvidence({ params }, db) {
    const registration = visibleRegistration(db, params.id);
    const isIssued = registration.certificateIssuedAt !== null;
    const withoutCertificate = {
      number: null,
      status: null,
      log: null,
      stamps: [],
      provableSince: null,
      contents: null,
    };
    return anEvidence({
      registrationId: registration.id,
      recordedAt: registration.depositedAt,
      publicity: { title: false, holders: false },
      ...(isIssued ? {} : withoutCertificate),
    });
  },
  getGovernment({ params }, db) {
    const registration = visibleRegistration(db, params.id);
    const hasStarted =
      REGISTRATION_STATUSES.indexOf(registration.status) >= REGISTRATION_STATUSES.indexOf('reviewing');
    const isOpen = hasStarted && registration.closure === null;
    return {
      ...(db.government.get(registration.id) ?? aGovernment()),
      canEdit: isOpen && registration.userId !== db.me.id,
    };
  },
  setGovernment({ params, body: { version, data } }, db) {
    const registration = visibleRegistration(db, params.id);
    const government = db.government.get(registration.id) ?? aGovernment();
    if (government.version !== version) throw new AppError('conflict');
    const dataEntries = Object.entries(data).map(([field, value]) => [field, value ?? null]);
    const changedGovernment = aGovernment({
      ...government,
      version: version + 1,
      data: { ...government.data, ...Object.fromEntries(dataEntries) },
      updatedByName: db.nameOf(db.me.id),
      updatedAt: db.now(),
    });
    db.government.set(registration.id, changedGovernment);
    return changedGovernment;
  },
};
