import { createHash } from 'node:crypto';
import { numberOf, type PdfDocument } from './document.ts';
import { type Value, writeValue } from './values.ts';

/** An incremental update: new and replaced objects (ISO 32000-1 §7.5.6). */
export type Revision = {
  /** @returns the object's reference */
  add(content: Value | Stream): string;
  replace(reference: Value | undefined, content: Value): void;
  /** Returns the file, which begins with the previous bytes unchanged, and the offsets of the written objects. */
  write(): { bytes: Buffer; offsetOf: (reference: string) => number };
};

/** Raw stream bytes. */
type Stream = { bytes: Uint8Array };

const isStream = (content: Value | Stream): content is Stream =>
  typeof content === 'object' && 'bytes' in content;

export function newRevision(document: PdfDocument): Revision {
  const objects = new Map<number, Value | Stream>();
  let next = Number(document.trailer.get('/Size'));
  return {
    add(content) {
      objects.set(next, content);
      return `${next++} 0 R`;
    },
    replace(reference, content) {
      objects.set(numberOf(reference), content);
    },
    write() {
      const parts: Buffer[] = [document.bytes];
      let size = document.bytes.length;
      const push = (part: Buffer) => {
        parts.push(part);
        size += part.length;
      };
      if (document.bytes.at(-1) !== 0x0a) push(Buffer.from('\n'));
      const offsets = new Map<number, number>();
      for (const [number, content] of [...objects].toSorted(([a], [b]) => a - b)) {
        offsets.set(number, size);
        push(objectOf(number, content));
      }
      const startXref = size;
      const trailer = new Map(document.trailer)
        .set('/Size', String(next))
        .set('/Prev', String(document.startXref));
      const id = document.trailer.get('/ID');
      if (Array.isArray(id)) trailer.set('/ID', [id[0] as Value, secondFileId(parts)]);
      push(
        Buffer.from(
          `${tableOf(offsets)}trailer\n${writeValue(trailer)}\nstartxref\n${startXref}\n%%EOF\n`,
          'latin1',
        ),
      );
      const offsetOf = (reference: string) => offsets.get(numberOf(reference)) as number;
      return { bytes: Buffer.concat(parts), offsetOf };
    },
  };
}

function objectOf(number: number, content: Value | Stream): Buffer {
  const head = `${number} 0 obj\n`;
  if (!isStream(content)) return Buffer.from(`${head}${writeValue(content)}\nendobj\n`, 'latin1');
  const { bytes } = content;
  return Buffer.concat([
    Buffer.from(`${head}<</Length ${bytes.length}>>\nstream\n`),
    bytes,
    Buffer.from('\nendstream\nendobj\n'),
  ]);
}

/** Cross-reference table with a subsection per run of object numbers; an entry has 20 bytes (§7.5.4). */
function tableOf(offsets: ReadonlyMap<number, number>): string {
  const numbers = [...offsets.keys()];
  const starts = numbers.filter((number) => !offsets.has(number - 1));
  const runs = starts.map((start) => {
    let end = start;
    while (offsets.has(end)) end++;
    const entries = numbers
      .filter((number) => number >= start && number < end)
      .map((number) => `${String(offsets.get(number)).padStart(10, '0')} 00000 n \n`);
    return `${start} ${end - start}\n${entries.join('')}`;
  });
  return `xref\n${runs.join('')}`;
}

/** The second part of the file identifier /ID changes with the content (ISO 32000-1 §14.4). */
function secondFileId(parts: readonly Buffer[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return `<${hash.digest('hex').slice(0, 32).toUpperCase()}>`;
}
