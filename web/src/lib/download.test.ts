import { describe, expect, it } from 'vitest';
import { type DownloadProgress, dispositionName, IncompleteDownload, readBody } from './download.ts';

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

describe('readBody', () => {
  const [firstChunk, secondChunk] = [new Uint8Array([1, 2, 3]), new Uint8Array([4])];
  /** A response with a body that sends `firstChunk` and then runs `next`. */
  const responseWith = (
    next: (body: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>) => void,
    headers: Record<string, string> = {},
  ) => {
    const parts = [
      (body: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>) => body.enqueue(firstChunk),
      next,
    ];
    return new Response(new ReadableStream({ pull: (body) => parts.shift()?.(body) }), { headers });
  };
  const { signal } = new AbortController();

  it('joins the parts of the body and reports progress from the start', async () => {
    const reports: DownloadProgress[] = [];
    const response = responseWith(
      (body) => {
        body.enqueue(secondChunk);
        body.close();
      },
      { 'content-type': 'text/csv', 'content-length': '4' },
    );
    const blob = await readBody(response, signal, (progress) => reports.push(progress));
    expect(new Uint8Array(await blob.arrayBuffer())).toEqual(new Uint8Array([1, 2, 3, 4]));
    expect(blob.type).toBe('text/csv');
    expect(reports.slice(0, 2)).toEqual([
      { received: 0, total: 4 },
      { received: 3, total: 4 },
    ]);
  });

  it('reports a null total when the response has no Content-Length', async () => {
    const reports: DownloadProgress[] = [];
    await readBody(
      responseWith((body) => body.close()),
      signal,
      (progress) => reports.push(progress),
    );
    expect(reports.map(({ total }) => total)).toEqual([null, null]);
  });

  it('rejects with the number of bytes received when the connection breaks off', async () => {
    const broken = readBody(
      responseWith((body) => body.error(new TypeError('network error'))),
      signal,
      () => undefined,
    );
    await expect(broken).rejects.toMatchObject({ bytes: 3 });
    await expect(broken).rejects.toBeInstanceOf(IncompleteDownload);
  });

  it('rejects with the abort reason when the signal is aborted', async () => {
    const controller = new AbortController();
    const response = responseWith((body) => {
      controller.abort();
      body.error(controller.signal.reason);
    });
    const error = await readBody(response, controller.signal, () => undefined).catch((reason) => reason);
    expect(error).toBe(controller.signal.reason);
  });
});
