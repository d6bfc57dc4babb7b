const hex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** A W3C trace context of its own for one request: the trace begins in the browser. The server decides what it keeps. */
export const traceparent = (): string => `00-${hex(16)}-${hex(8)}-01`;
