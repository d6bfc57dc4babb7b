import { createSHA256 } from 'hash-wasm';

export type HashWorkerAnswer = { readonly hash: string } | { readonly failed: true };

// Chunk by chunk, so that a file of 500 MB needs no 500 MB of memory, and off the page's own thread.
self.onmessage = async (event: MessageEvent<File>) => {
  try {
    const hasher = await createSHA256();
    hasher.init();
    const reader = event.data.stream().getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) hasher.update(part.value);
    self.postMessage({ hash: hasher.digest('hex') } satisfies HashWorkerAnswer);
  } catch {
    self.postMessage({ failed: true } satisfies HashWorkerAnswer);
  }
};
