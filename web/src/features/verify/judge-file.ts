import type { CheckedFile } from './check-file.ts';
import { texts } from './texts.ts';

const t = texts.file;

export interface FileVerdict {
  /** It is what was looked for; it is not; or nobody can say. */
  readonly says: 'good' | 'bad' | 'open';
  readonly title: string;
  readonly text: string | null;
  /** Certificates to lead to. */
  readonly shown: CheckedFile['items'];
}

/**
 * What a checked file is.
 * @param number of the certificate that it is compared with; null where any will do
 */
export function judgeFile(checked: CheckedFile, number: string | null): FileVerdict {
  return number === null ? judgeAny(checked) : judgeAgainst(checked, number);
}

function judgeAny({ items, failure }: CheckedFile): FileVerdict {
  if (failure !== null) return { says: 'open', title: t[failure], text: t.failedText, shown: [] };
  if (items.length === 0) return { says: 'bad', title: t.none, text: t.noneText, shown: [] };
  // A file of a revoked certificate is no good news: its own colour says so below.
  const title = items.length === 1 ? t.foundOne : t.foundMany(items.length);
  return {
    says: items.some(({ status }) => status === 'valid') ? 'good' : 'open',
    title,
    text: null,
    shown: items,
  };
}

function judgeAgainst({ isDeposited, items, isBundle, failure }: CheckedFile, number: string): FileVerdict {
  if (isDeposited) return { says: 'good', title: t.deposited, text: t.depositedText, shown: [] };
  if (items.some((item) => item.number === number)) {
    return isBundle
      ? { says: 'good', title: t.bundle, text: t.bundleText, shown: [] }
      : { says: 'good', title: t.document, text: t.documentText, shown: [] };
  }
  if (items.length > 0) return { says: 'bad', title: t.anotherOne, text: null, shown: items };
  // That it is not the deposited file is known from its hash alone; whether it is the PDF is not.
  const says = failure === null ? 'bad' : 'open';
  return { says, title: t.different, text: failure === null ? t.differentText : t[failure], shown: [] };
}
