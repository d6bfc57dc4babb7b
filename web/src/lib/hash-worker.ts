import { createSHA256 } from 'hash-wasm';

export type HashWorkerAnswer =
  | { readonly hash: string }
  | { readonly read: number }
  | { readonly failed: true };

/** Bytes between two progress messages: one message per chunk would keep the page's main thread busy. */
const REPORT_BYTES = 4 * 1024 * 1024;

const post = (answer: HashWorkerAnswer) => self.postMessage(answer);

// Reads the file in chunks, so that a 500 MB file does not need 500 MB of memory.
self.onmessage = async (event: MessageEvent<File>) => {
  try {
    const hasher = await createSHA256();
    hasher.init();
    const reader = event.data.stream().getReader();
    let read = 0;
    let reported = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      hasher.update(part.value);
      read += part.value.byteLength;
      if (read - reported < REPORT_BYTES) continue;
      reported = read;
      post({ read });
    }
    post({ hash: hasher.digest('hex') });
  } catch {
    post({ failed: true });
  }
};
