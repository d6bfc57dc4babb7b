import clsx from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../lib/language.ts';
import { texts as artTexts } from '../../shared/certificate/art-texts.ts';
import classes from './landing.module.css';
import { Section, SectionTitle } from './section.tsx';
import { texts } from './texts.ts';

const ORIGINAL_HASH = artTexts.hash;

/** Shows the SHA-256 of an editable text. The browser computes it, as the wizard does for a file. */
export function ProofSection() {
  const t = useTexts(texts).proof;
  const [hash, setHash] = useState<string>(ORIGINAL_HASH);
  const input = useRef<HTMLInputElement>(null);
  const showHash = () => {
    const typedText = input.current?.value ?? t.sampleText;
    void hashOf(typedText).then((value) => {
      if (input.current?.value === typedText) setHash(value);
    });
  };
  // The visitor may have typed into the prerendered page before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after hydration.
  useEffect(() => {
    if (input.current?.value !== t.sampleText) showHash();
  }, []);
  const changedCount = countChangedCharacters(hash, ORIGINAL_HASH);
  return (
    <Section className={classes.deep} titleId="proof-title">
      <div className="grid gap-x-18 gap-y-8 items-center desktop:grid-cols-[2fr_3fr]">
        <div className="min-w-0">
          <SectionTitle id="proof-title" title={t.title} />
          <p className="m-0 mt-3 mb-6 max-w-[46ch] text-lg text-(--g2-on-deep-2)">{t.lead}</p>
          <label className="block mb-2 text-sm font-semibold" htmlFor="proof-text">
            {t.inputLabel}
          </label>
          <input
            id="proof-text"
            className={clsx(classes.input, 'w-full h-13 px-4 border border-(--g2-deep-mark) rounded-sm')}
            ref={input}
            defaultValue={t.sampleText}
            onChange={showHash}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
          />
        </div>
        <div className="grid gap-y-5 min-w-0 tablet:grid-cols-2">
          <div className={HASH_COLUMN_CLASSES}>
            <p className={HASH_LABEL_CLASSES} id="proof-hash">
              {t.typedHashLabel}
            </p>
            <output className="block" htmlFor="proof-text" aria-labelledby="proof-hash">
              <HashGroups hash={hash} />
            </output>
          </div>
          <div className={HASH_COLUMN_CLASSES}>
            <p className={HASH_LABEL_CLASSES}>{t.printedHashLabel}</p>
            <HashGroups hash={ORIGINAL_HASH} />
          </div>
          <p className="m-0 min-h-[1.6em] font-semibold text-(--g2-deep-mark) tablet:col-span-full tablet:pl-6">
            {changedCount === 0 ? t.noChange : t.changedCharacters(changedCount)}
          </p>
          <p className="m-0 text-xs text-(--g2-on-deep-2) tablet:col-span-full tablet:pl-6">
            {t.commandHint}{' '}
            <code className="font-mono text-(--g2-on-deep) wrap-anywhere">{t.shellCommand}</code>
          </p>
        </div>
      </div>
    </Section>
  );
}

const HASH_COLUMN_CLASSES = 'min-w-0 border-(--g2-deep-line) tablet:pl-6 tablet:border-l';
const HASH_LABEL_CLASSES = 'm-0 mb-2 text-sm text-(--g2-on-deep-2) font-semibold';
const GROUP_STARTS = [0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60] as const;

/** A hash in groups of four, as on the certificate. Marks the characters that differ from ORIGINAL_HASH. */
function HashGroups({ hash }: { hash: string }) {
  return (
    <span className="g2-mono grid grid-cols-[repeat(4,max-content)] gap-x-4 gap-y-1.5 phone:justify-between desktop:text-xl">
      {GROUP_STARTS.map((start) => (
        <span key={start}>
          {[start, start + 1, start + 2, start + 3].map((position) => (
            <span
              key={position}
              className={
                hash[position] === ORIGINAL_HASH[position]
                  ? undefined
                  : 'bg-(--g2-deep-mark) text-(--g2-deep)'
              }
            >
              {hash[position]}
            </span>
          ))}
        </span>
      ))}
    </span>
  );
}

/** SHA-256 of a text (UTF-8) as 64 hexadecimal digits. `crypto.subtle` exists only on HTTPS and localhost. */
export async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The number of positions at which two hashes differ. */
export function countChangedCharacters(hash: string, otherHash: string): number {
  return Array.from(hash).filter((character, index) => character !== otherHash[index]).length;
}
