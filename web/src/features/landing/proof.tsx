import clsx from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../lib/language.ts';
import { texts as art } from '../../shared/certificate/art-texts.ts';
import classes from './landing.module.css';
import { Section, SectionTitle } from './section.tsx';
import { texts } from './texts.ts';

const ORIGINAL_HASH = art.hash;

/** A visitor edits a text and sees its hash change; computed in the browser, as the wizard does with the file. */
export function ProofSection() {
  const t = useTexts(texts).proof;
  const [hash, setHash] = useState<string>(ORIGINAL_HASH);
  const field = useRef<HTMLInputElement>(null);
  const showHash = () => {
    const typed = field.current?.value ?? t.sample;
    void hashOf(typed).then((value) => {
      if (field.current?.value === typed) setHash(value);
    });
  };
  // The page is prerendered: take over what was typed before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it begins to listen.
  useEffect(() => {
    if (field.current?.value !== t.sample) showHash();
  }, []);
  const changed = changedCharacters(hash, ORIGINAL_HASH);
  return (
    <Section className={classes.deep} titleId="proof-title">
      <div className="grid gap-x-18 gap-y-8 items-center desktop:grid-cols-[2fr_3fr]">
        <div className="min-w-0">
          <SectionTitle id="proof-title" title={t.title} />
          <p className="m-0 mt-3 mb-6 max-w-[46ch] text-lg text-(--g2-on-deep-2)">{t.lead}</p>
          <label className="block mb-2 text-sm font-semibold" htmlFor="proof-text">
            {t.label}
          </label>
          <input
            id="proof-text"
            className={clsx(classes.input, 'w-full h-13 px-4 border border-(--g2-deep-mark) rounded-sm')}
            ref={field}
            defaultValue={t.sample}
            onChange={showHash}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
          />
        </div>
        <div className="grid gap-y-5 min-w-0 tablet:grid-cols-2">
          <div className={HASH_COLUMN}>
            <p className={HASH_LABEL} id="proof-hash">
              {t.hash}
            </p>
            <output className="block" htmlFor="proof-text" aria-labelledby="proof-hash">
              <HashGroups hash={hash} />
            </output>
          </div>
          <div className={HASH_COLUMN}>
            <p className={HASH_LABEL}>{t.printed}</p>
            <HashGroups hash={ORIGINAL_HASH} />
          </div>
          <p className="m-0 min-h-[1.6em] font-semibold text-(--g2-deep-mark) tablet:col-span-full tablet:pl-6">
            {changed === 0 ? t.same : t.changed(changed)}
          </p>
          <p className="m-0 text-xs text-(--g2-on-deep-2) tablet:col-span-full tablet:pl-6">
            {t.command} <code className="font-mono text-(--g2-on-deep) wrap-anywhere">{t.shell}</code>
          </p>
        </div>
      </div>
    </Section>
  );
}

const HASH_COLUMN = 'min-w-0 border-(--g2-deep-line) tablet:pl-6 tablet:border-l';
const HASH_LABEL = 'm-0 mb-2 text-sm text-(--g2-on-deep-2) font-semibold';
const GROUP_STARTS = [0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60] as const;

/** A hash in groups of four, as the certificate prints it; marks the characters that differ from the original. */
function HashGroups({ hash }: { hash: string }) {
  return (
    <span className="g2-mono grid grid-cols-[repeat(4,max-content)] gap-x-4 gap-y-1.5 phone:justify-between desktop:text-xl">
      {GROUP_STARTS.map((from) => (
        <span key={from}>
          {[from, from + 1, from + 2, from + 3].map((place) => (
            <span
              key={place}
              className={
                hash[place] === ORIGINAL_HASH[place] ? undefined : 'bg-(--g2-deep-mark) text-(--g2-deep)'
              }
            >
              {hash[place]}
            </span>
          ))}
        </span>
      ))}
    </span>
  );
}

/** SHA-256 of a text (UTF-8) as 64 hexadecimal digits. Needs a secure context, as browsers call https and localhost. */
export async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The number of positions at which two hashes differ. */
export function changedCharacters(hash: string, other: string): number {
  return Array.from(hash).filter((character, index) => character !== other[index]).length;
}
