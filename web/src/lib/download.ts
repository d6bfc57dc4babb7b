import { send } from './http.ts';

/** File name of a Content-Disposition header (the UTF-8 form wins), or undefined. */
export function dispositionName(header: string | null): string | undefined {
  if (header === null) return undefined;
  const extended = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(header)?.[1];
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended.trim());
    } catch {
      // A malformed extended name: the plain one below may still serve.
    }
  }
  const plain = /filename\s*=\s*(?:"([^"]*)"|([^;]+))/i.exec(header);
  return plain?.[1] ?? plain?.[2]?.trim();
}

/** Fetches a file and hands it to the browser's download, named by the server or by `fallback`. Throws HttpError. */
export async function downloadFile(path: string, fallback: string): Promise<void> {
  const response = await send('GET', path);
  const name = dispositionName(response.headers.get('content-disposition')) ?? fallback;
  saveBlob(await response.blob(), name);
}

function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  URL.revokeObjectURL(url);
}

/**
 * Starts a download without holding the file in memory, for archives of up to 500 MB. The caller has checked
 * that the file is there: a refusal would otherwise be saved as if it were the file.
 */
export function downloadStreamed(path: string, name: string): void {
  const link = document.createElement('a');
  link.href = path;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
}
