import clsx from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../lib/language.ts';
import { texts as art } from '../../shared/certificate/art-texts.ts';
import landing from './landing.module.css';
import classes from './proof.module.css';
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
    <section className={landing.deep} aria-labelledby="proof-title">
      <div className={clsx(landing.bandInner, classes.proof)}>
        <div className={classes.says}>
          <h2 id="proof-title" className={landing.sectionTitle}>
            {t.title}
          </h2>
          <p className={classes.lead}>{t.lead}</p>
          <label className={classes.label} htmlFor="proof-text">
            {t.label}
          </label>
          <input
            id="proof-text"
            className={classes.input}
            ref={field}
            defaultValue={t.sample}
            onChange={showHash}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
          />
        </div>
        <div className={classes.sides}>
          <div className={classes.side}>
            <p className={classes.label} id="proof-hash">
              {t.hash}
            </p>
            <output className={classes.hash} htmlFor="proof-text" aria-labelledby="proof-hash">
              <HashGroups hash={hash} />
            </output>
          </div>
          <div className={classes.side}>
            <p className={classes.label}>{t.printed}</p>
            <p className={classes.hash}>
              <HashGroups hash={ORIGINAL_HASH} />
            </p>
          </div>
          <p className={classes.verdict} data-same={changed === 0 || undefined}>
            {changed === 0 ? t.same : t.changed(changed)}
          </p>
          <p className={classes.command}>
            {t.command} <code>{t.shell}</code>
          </p>
        </div>
      </div>
    </section>
  );
}

const GROUP_STARTS = [0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60] as const;

/** A hash in groups of four, as the certificate prints it; marks the characters that differ from the original. */
function HashGroups({ hash }: { hash: string }) {
  return GROUP_STARTS.map((from) => (
    <span key={from}>
      {[from, from + 1, from + 2, from + 3].map((place) => (
        <span key={place} data-changed={hash[place] !== ORIGINAL_HASH[place] || undefined}>
          {hash[place]}
        </span>
      ))}
    </span>
  ));
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
