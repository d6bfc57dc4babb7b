import { createSHA256 } from 'hash-wasm';

export type HashWorkerAnswer =
  | { readonly hash: string }
  | { readonly bytesRead: number }
  | { readonly failed: true };

/** Bytes between two progress messages: one message per chunk would keep the page's main thread busy. */
const REPORT_INTERVAL_BYTES = 4 * 1024 * 1024;

const post = (answer: HashWorkerAnswer) => self.postMessage(answer);

// Reads the file in chunks, so that a 500 MB file does not need 500 MB of memory.
self.onmessage = async (event: MessageEvent<File>) => {
  try {
    const hasher = await createSHA256();
    hasher.init();
    const reader = event.data.stream().getReader();
    let bytesRead = 0;
    let bytesReported = 0;
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      hasher.update(chunk.value);
      bytesRead += chunk.value.byteLength;
      if (bytesRead - bytesReported < REPORT_INTERVAL_BYTES) continue;
      bytesReported = bytesRead;
      post({ bytesRead });
    }
    post({ hash: hasher.digest('hex') });
  } catch {
    post({ failed: true });
  }
};
