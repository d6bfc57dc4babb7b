import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

/** Files of a ZIP by name. */
export async function unzip(bytes: Uint8Array): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const zip = await fromBufferPromise(Buffer.from(bytes));
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return files;
}
