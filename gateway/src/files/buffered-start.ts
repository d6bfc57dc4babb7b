/** Buffers up to `most` bytes, so that an early failure becomes an error response. A later one truncates it. */
export async function bufferStart(
  chunks: AsyncIterable<string>,
  most: number,
): Promise<AsyncIterable<string>> {
  const source = chunks[Symbol.asyncIterator]();
  const held: string[] = [];
  let bytes = 0;
  for (;;) {
    const next = await source.next();
    if (next.done) return inOrder(held);
    held.push(next.value);
    bytes += Buffer.byteLength(next.value);
    if (bytes > most) return inOrder(held, source);
  }
}

async function* inOrder(held: string[], rest?: AsyncIterator<string>): AsyncGenerator<string> {
  try {
    yield* held;
    held.length = 0;
    for (let next = await rest?.next(); next && !next.done; next = await rest?.next()) yield next.value;
  } finally {
    await rest?.return?.();
  }
}
