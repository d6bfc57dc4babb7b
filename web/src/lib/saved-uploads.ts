import { readPrivate, removePrivate, writePrivate } from './private-storage.ts';

/** An unfinished upload that this browser remembers across reloads; without the content of the file. */
export interface SavedUpload {
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

type UploadsByRegistration = Readonly<Record<string, SavedUpload>>;

const storageNameOf = (userId: string): string => `uploads.${userId}`;
const listeners = new Set<() => void>();

/** Calls `listener` when a saved upload changes, in this tab or another. Returns the unsubscribe function. */
export function subscribeSavedUploads(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** The saved uploads of an account, by registration id. */
export function savedUploads(userId: string): UploadsByRegistration {
  const stored = readPrivate(storageNameOf(userId));
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(Object.entries(stored).filter(([id, upload]) => isSavedUpload(id, upload)));
}

export const savedUpload = (userId: string, registrationId: string): SavedUpload | null =>
  savedUploads(userId)[registrationId] ?? null;

export function saveUpload(userId: string, registrationId: string, upload: SavedUpload): void {
  storeUploads(userId, { ...savedUploads(userId), [registrationId]: upload });
}

/** @param url if given, only an upload with this URL is forgotten: another tab may have started a later upload */
export function removeSavedUpload(userId: string, registrationId: string, url?: string): void {
  const { [registrationId]: removed, ...rest } = savedUploads(userId);
  if (removed !== undefined && (url === undefined || removed.url === url)) storeUploads(userId, rest);
}

/** True if the chosen file has the name, size and modification time of the saved upload. */
export const isSameFile = (
  { fileName, size, lastModified }: SavedUpload,
  file: Pick<File, 'name' | 'size' | 'lastModified'>,
): boolean => file.name === fileName && file.size === size && file.lastModified === lastModified;

function storeUploads(userId: string, uploads: UploadsByRegistration): void {
  if (Object.keys(uploads).length === 0) removePrivate(storageNameOf(userId));
  else writePrivate(storageNameOf(userId), uploads);
  for (const listener of listeners) listener();
}

/** Stored data is untrusted: an older version of the application, or any other script or user, may have written it. */
function isSavedUpload(registrationId: string, stored: unknown): stored is SavedUpload {
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
