import { type ChangeEvent, useRef, useState } from 'react';
import landing from './landing.module.css';
import classes from './proof.module.css';
import { texts } from './texts.ts';

const t = texts.proof;
const ORIGINAL = texts.art.hash;

/** A visitor changes a letter and sees the hash change: computed in the browser, as the wizard does with the file. */
export function Proof() {
  const [text, setText] = useState<string>(t.sample);
  const [hash, setHash] = useState<string>(ORIGINAL);
  const latest = useRef(text);
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const next = event.currentTarget.value;
    setText(next);
    latest.current = next;
    void hashOf(next).then((value) => {
      if (latest.current === next) setHash(value);
    });
  };
  const changed = changedCharacters(hash, ORIGINAL);
  return (
    <section className={landing.section} aria-labelledby="proof-title">
      <div className={classes.proof}>
        <div>
          <h2 id="proof-title" className={landing.sectionTitle}>
            {t.title}
          </h2>
          <p className={landing.sectionLead}>{t.lead}</p>
        </div>
        <div className="g2-panel g2-edge">
          <label className={classes.label} htmlFor="proof-text">
            {t.label}
          </label>
          <input
            id="proof-text"
            className={classes.input}
            value={text}
            onChange={change}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
          />
          <p className={classes.label} id="proof-hash">
            {t.hash}
          </p>
          <output className={classes.hash} htmlFor="proof-text" aria-labelledby="proof-hash">
            {Array.from(hash).map((character, index) => (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: a hash's places are its identity.
                key={index}
                data-changed={character !== ORIGINAL[index] || undefined}
              >
                {character}
              </span>
            ))}
          </output>
          <p className={classes.verdict}>{changed === 0 ? t.same : t.changed(changed)}</p>
          <p className={classes.command}>
            {t.command} <code>{t.shell}</code>
          </p>
        </div>
      </div>
    </section>
  );
}

/** SHA-256 of a text (UTF-8) as 64 hexadecimal digits. Needs a secure context, as browsers call https and localhost. */
export async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** How many of the characters stand otherwise than in the other hash. */
export function changedCharacters(hash: string, other: string): number {
  return Array.from(hash).filter((character, index) => character !== other[index]).length;
}
