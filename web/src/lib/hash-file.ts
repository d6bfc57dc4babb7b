import type { HashWorkerAnswer } from './hash-worker.ts';

/**
 * Computes the SHA-256 of a file, lower-case hex, in a web worker. `onProgress` gets the number of bytes read so far.
 * `stop` terminates the worker; `done` then never settles.
 */
export function hashFile(
  file: File,
  onProgress: (bytesRead: number) => void,
): { readonly done: Promise<string>; readonly stop: () => void } {
  const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' });
  const done = new Promise<string>((resolve, reject) => {
    worker.onmessage = (event: MessageEvent<HashWorkerAnswer>) => {
      if ('bytesRead' in event.data) return onProgress(event.data.bytesRead);
      if ('hash' in event.data) resolve(event.data.hash);
      else reject(new Error('hash failed'));
      worker.terminate();
    };
    worker.onerror = () => {
      reject(new Error('hash worker failed'));
      worker.terminate();
    };
  });
  worker.postMessage(file);
  return { done, stop: () => worker.terminate() };
}
