export type Bounds = { limit: number; timeoutMs: number; signal?: AbortSignal | undefined };

/** Limits bytes and time, follows no redirect. @throws Error with a message that contains no request data */
export async function boundedFetch(
  url: URL,
  init: { method?: string; headers?: Record<string, string>; body?: Buffer },
  { limit, timeoutMs, signal }: Bounds,
): Promise<{ type: string; body: Buffer }> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const { body, ...rest } = init;
  const response = await fetch(url, {
    ...rest,
    ...(body === undefined ? {} : { body: new Uint8Array(body) }),
    redirect: 'manual',
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`answered ${response.status}`);
  }
  return { type: response.headers.get('content-type') ?? '', body: await readBounded(response, limit) };
}

/** Reads a response of an external server. @param limit bytes @throws Error when the response is longer */
export async function readBounded(response: Response, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    // The throw ends the loop, which cancels the response stream.
    if (size > limit) throw new Error(`answered more than ${limit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
