import { readPrivate, removePrivate, writePrivate } from './private-storage.ts';

/** An upload that the server keeps unfinished, as this browser remembers it over a reload. Nothing of its content. */
export interface RememberedUpload {
  /** Its path at the server. */
  readonly url: string;
  readonly fileName: string;
  /** Bytes. */
  readonly size: number;
  /** As the browser's File has it, ms. */
  readonly lastModified: number;
  /** Lower-case hex; null when the browser could not compute it. */
  readonly sha256: string | null;
}

type Remembered = Readonly<Record<string, RememberedUpload>>;

const nameOf = (userId: string): string => `uploads.${userId}`;
const listeners = new Set<() => void>();

/** Tells when any of them changes, in this tab or another. */
export function subscribeRemembered(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** An account's, by registration. */
export function rememberedUploads(userId: string): Remembered {
  const kept = readPrivate(nameOf(userId));
  if (typeof kept !== 'object' || kept === null) return {};
  return Object.fromEntries(Object.entries(kept).filter(([id, one]) => isRemembered(id, one)));
}

export const rememberedUpload = (userId: string, registrationId: string): RememberedUpload | null =>
  rememberedUploads(userId)[registrationId] ?? null;

export function rememberUpload(userId: string, registrationId: string, upload: RememberedUpload): void {
  put(userId, { ...rememberedUploads(userId), [registrationId]: upload });
}

/** @param url only if it is still that one: another tab may have begun a later one */
export function forgetUpload(userId: string, registrationId: string, url?: string): void {
  const { [registrationId]: gone, ...rest } = rememberedUploads(userId);
  if (gone !== undefined && (url === undefined || gone.url === url)) put(userId, rest);
}

/** Whether a chosen file is, by all that can be seen from outside, the one whose upload is remembered. */
export const isSameFile = (
  { fileName, size, lastModified }: RememberedUpload,
  file: Pick<File, 'name' | 'size' | 'lastModified'>,
): boolean => file.name === fileName && file.size === size && file.lastModified === lastModified;

function put(userId: string, uploads: Remembered): void {
  if (Object.keys(uploads).length === 0) removePrivate(nameOf(userId));
  else writePrivate(nameOf(userId), uploads);
  for (const listener of listeners) listener();
}

/** What lies in a browser's storage may have been written by an older version, or by anybody. */
function isRemembered(registrationId: string, one: unknown): one is RememberedUpload {
  if (typeof one !== 'object' || one === null) return false;
  const { url, fileName, size, lastModified, sha256 } = one as Record<string, unknown>;
  return (
    typeof url === 'string' &&
    url.startsWith(`/api/registrations/${registrationId}/uploads/`) &&
    typeof fileName === 'string' &&
    typeof size === 'number' &&
    typeof lastModified === 'number' &&
    (sha256 === null || typeof sha256 === 'string')
  );
}
