import type { Translation } from '../../lib/language.ts';
import type { CheckedFile } from './check-file.ts';
import type { texts } from './texts.ts';

type FileTexts = Translation<(typeof texts)['file']>;

export interface FileVerdict {
  /** Match, no match, or undetermined. */
  readonly outcome: 'good' | 'bad' | 'open';
  readonly title: string;
  readonly text: string | null;
  /** Certificates to link to. */
  readonly shown: CheckedFile['items'];
}

/**
 * The verdict on a checked file.
 * @param number of the certificate to compare with; null accepts any certificate
 */
export function judgeFile(checked: CheckedFile, number: string | null, t: FileTexts): FileVerdict {
  return number === null ? judgeAny(checked, t) : judgeAgainst(checked, number, t);
}

function judgeAny({ items, failure }: CheckedFile, t: FileTexts): FileVerdict {
  if (failure !== null) return { outcome: 'open', title: t[failure], text: t.failedText, shown: [] };
  if (items.length === 0) return { outcome: 'bad', title: t.none, text: t.noneText, shown: [] };
  // The file of a revoked certificate does not count as good; the certificate's own colour shows the revocation.
  const title = items.length === 1 ? t.foundOne : t.foundMany(items.length);
  return {
    outcome: items.some(({ status }) => status === 'valid') ? 'good' : 'open',
    title,
    text: null,
    shown: items,
  };
}

function judgeAgainst(
  { isDeposited, items, isBundle, failure }: CheckedFile,
  number: string,
  t: FileTexts,
): FileVerdict {
  if (isDeposited) return { outcome: 'good', title: t.deposited, text: t.depositedText, shown: [] };
  if (items.some((item) => item.number === number)) {
    return isBundle
      ? { outcome: 'good', title: t.bundle, text: t.bundleText, shown: [] }
      : { outcome: 'good', title: t.document, text: t.documentText, shown: [] };
  }
  if (items.length > 0) return { outcome: 'bad', title: t.anotherOne, text: null, shown: items };
  // The hash proves that it is not the deposited file; without a lookup it may still be the certificate's PDF.
  const outcome = failure === null ? 'bad' : 'open';
  return { outcome, title: t.different, text: failure === null ? t.differentText : t[failure], shown: [] };
}
