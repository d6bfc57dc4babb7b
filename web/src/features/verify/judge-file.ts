import type { Translation } from '../../lib/language.ts';
import type { CheckedFile } from './check-file.ts';
import type { texts } from './texts.ts';

type Texts = Translation<(typeof texts)['file']>;

export interface FileVerdict {
  /** Match, no match, or undetermined. */
  readonly says: 'good' | 'bad' | 'open';
  readonly title: string;
  readonly text: string | null;
  /** Certificates to link to. */
  readonly shown: CheckedFile['items'];
}

/**
 * The verdict on a checked file.
 * @param number of the certificate to compare with; null accepts any certificate
 */
export function judgeFile(checked: CheckedFile, number: string | null, t: Texts): FileVerdict {
  return number === null ? judgeAny(checked, t) : judgeAgainst(checked, number, t);
}

function judgeAny({ items, failure }: CheckedFile, t: Texts): FileVerdict {
  if (failure !== null) return { says: 'open', title: t[failure], text: t.failedText, shown: [] };
  if (items.length === 0) return { says: 'bad', title: t.none, text: t.noneText, shown: [] };
  // The file of a revoked certificate does not count as good; the certificate's own colour shows the revocation.
  const title = items.length === 1 ? t.foundOne : t.foundMany(items.length);
  return {
    says: items.some(({ status }) => status === 'valid') ? 'good' : 'open',
    title,
    text: null,
    shown: items,
  };
}

function judgeAgainst(
  { isDeposited, items, isBundle, failure }: CheckedFile,
  number: string,
  t: Texts,
): FileVerdict {
  if (isDeposited) return { says: 'good', title: t.deposited, text: t.depositedText, shown: [] };
  if (items.some((item) => item.number === number)) {
    return isBundle
      ? { says: 'good', title: t.bundle, text: t.bundleText, shown: [] }
      : { says: 'good', title: t.document, text: t.documentText, shown: [] };
  }
  if (items.length > 0) return { says: 'bad', title: t.anotherOne, text: null, shown: items };
  // The hash proves that it is not the deposited file; without a lookup it may still be the certificate's PDF.
  const says = failure === null ? 'bad' : 'open';
  return { says, title: t.different, text: failure === null ? t.differentText : t[failure], shown: [] };
}
