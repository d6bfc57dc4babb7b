import { readPrivate, removePrivate, writePrivate } from './private-storage.ts';

/** An unfinished upload that this browser remembers across reloads; without the content of the file. */
export interface RememberedUpload {
  /** Path of the upload on the server. */
  readonly url: string;
  readonly fileName: string;
  /** Bytes. */
  readonly size: number;
  /** `lastModified` of the browser's File, ms. */
  readonly lastModified: number;
  /** Lower-case hex; null when the browser could not compute it. */
  readonly sha256: string | null;
}

type UploadsByRegistration = Readonly<Record<string, RememberedUpload>>;

const storageNameOf = (userId: string): string => `uploads.${userId}`;
const listeners = new Set<() => void>();

/** Calls `listener` when a remembered upload changes, in this tab or another. Returns the unsubscribe function. */
export function subscribeRememberedUploads(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** The remembered uploads of an account, by registration id. */
export function rememberedUploads(userId: string): UploadsByRegistration {
  const stored = readPrivate(storageNameOf(userId));
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(Object.entries(stored).filter(([id, upload]) => isRememberedUpload(id, upload)));
}

export const rememberedUpload = (userId: string, registrationId: string): RememberedUpload | null =>
  rememberedUploads(userId)[registrationId] ?? null;

export function rememberUpload(userId: string, registrationId: string, upload: RememberedUpload): void {
  storeUploads(userId, { ...rememberedUploads(userId), [registrationId]: upload });
}

/** @param url if given, only an upload with this URL is forgotten: another tab may have started a later upload */
export function forgetUpload(userId: string, registrationId: string, url?: string): void {
  const { [registrationId]: removed, ...rest } = rememberedUploads(userId);
  if (removed !== undefined && (url === undefined || removed.url === url)) storeUploads(userId, rest);
}

/** True if the chosen file has the name, size and modification time of the remembered upload. */
export const isSameFile = (
  { fileName, size, lastModified }: RememberedUpload,
  file: Pick<File, 'name' | 'size' | 'lastModified'>,
): boolean => file.name === fileName && file.size === size && file.lastModified === lastModified;

function storeUploads(userId: string, uploads: UploadsByRegistration): void {
  if (Object.keys(uploads).length === 0) removePrivate(storageNameOf(userId));
  else writePrivate(storageNameOf(userId), uploads);
  for (const listener of listeners) listener();
}

/** Stored data is untrusted: an older version of the application, or any other script or user, may have written it. */
function isRememberedUpload(registrationId: string, stored: unknown): stored is RememberedUpload {
  if (typeof stored !== 'object' || stored === null) return false;
  const { url, fileName, size, lastModified, sha256 } = stored as Record<string, unknown>;
  return (
    typeof url === 'string' &&
    url.startsWith(`/api/registrations/${registrationId}/uploads/`) &&
    typeof fileName === 'string' &&
    typeof size === 'number' &&
    typeof lastModified === 'number' &&
    (sha256 === null || typeof sha256 === 'string')
  );
}
