import { describe, expect, it } from 'vitest';
import { type DownloadProgress, dispositionName, IncompleteDownload, wholeBody } from './download.ts';

describe('dispositionName', () => {
  it('[download-disposition] reads quoted, unquoted and extended (filename*) names of Content-Disposition', () => {
    expect(dispositionName('attachment; filename="certificado_1a2b3c4d.pdf"')).toBe(
      'certificado_1a2b3c4d.pdf',
    );
    expect(dispositionName('attachment; filename=a.pdf')).toBe('a.pdf');
    expect(dispositionName('attachment; filename="a.pdf"; filename*=UTF-8\'\'cora%C3%A7%C3%A3o.pdf')).toBe(
      'coração.pdf',
    );
  });
  it('falls back to the plain filename when the extended one is malformed', () => {
    expect(dispositionName('attachment; filename*=UTF-8\'\'%E0%A4; filename="b.pdf"')).toBe('b.pdf');
  });
  it('returns undefined when the header has no file name', () => {
    expect(dispositionName(null)).toBeUndefined();
    expect(dispositionName('attachment')).toBeUndefined();
  });
});

describe('wholeBody', () => {
  const [first, second] = [new Uint8Array([1, 2, 3]), new Uint8Array([4])];
  /** A response with a body that sends `first` and then runs `next`. */
  const answer = (
    next: (body: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>) => void,
    headers: Record<string, string> = {},
  ) => {
    const parts = [
      (body: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>) => body.enqueue(first),
      next,
    ];
    return new Response(new ReadableStream({ pull: (body) => parts.shift()?.(body) }), { headers });
  };
  const { signal } = new AbortController();

  it('joins the parts of the body and reports progress from the start', async () => {
    const reported: DownloadProgress[] = [];
    const response = answer(
      (body) => {
        body.enqueue(second);
        body.close();
      },
      { 'content-type': 'text/csv', 'content-length': '4' },
    );
    const blob = await wholeBody(response, signal, (transfer) => reported.push(transfer));
    expect(new Uint8Array(await blob.arrayBuffer())).toEqual(new Uint8Array([1, 2, 3, 4]));
    expect(blob.type).toBe('text/csv');
    expect(reported.slice(0, 2)).toEqual([
      { received: 0, total: 4 },
      { received: 3, total: 4 },
    ]);
  });

  it('reports a null total when the response has no Content-Length', async () => {
    const reported: DownloadProgress[] = [];
    await wholeBody(
      answer((body) => body.close()),
      signal,
      (transfer) => reported.push(transfer),
    );
    expect(reported.map(({ total }) => total)).toEqual([null, null]);
  });

  it('rejects with the number of bytes received when the body breaks off', async () => {
    const broken = wholeBody(
      answer((body) => body.error(new TypeError('network error'))),
      signal,
      () => undefined,
    );
    await expect(broken).rejects.toMatchObject({ bytes: 3 });
    await expect(broken).rejects.toBeInstanceOf(IncompleteDownload);
  });

  it('rejects with the abort reason when the signal is aborted', async () => {
    const control = new AbortController();
    const response = answer((body) => {
      control.abort();
      body.error(control.signal.reason);
    });
    const stopped = await wholeBody(response, control.signal, () => undefined).catch((error) => error);
    expect(stopped).toBe(control.signal.reason);
  });
});
