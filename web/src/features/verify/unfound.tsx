import type { Verdict } from '@g2/gateway/contract/verification';
import { Button } from '@mantine/core';
import clsx from 'clsx';
import { useTexts } from '../../lib/language.ts';
import toneCss from '../../shared/certificate/tones.module.css';
import { iconOf } from '../../shared/certificate/tones.ts';
import { firstTexts } from '../../ui/first-texts.ts';
import { NumberForm } from './number-form.tsx';
import { SelfCheck } from './self-check.tsx';
import { texts } from './texts.ts';
import classes from './unfound.module.css';

interface UnfoundProps {
  readonly kind: Exclude<Verdict['kind'], 'found'>;
  readonly typed: string;
  readonly busy: boolean;
  readonly onRetry: () => void;
}

/** Shown without a certificate: no such number, a typo in it, or a failed lookup. Has neither sheet nor seal. */
export function Unfound({ kind, typed, busy, onRetry }: UnfoundProps) {
  const { unfound, form } = useTexts(texts);
  const t = unfound[kind];
  const ui = useTexts(firstTexts);
  const Icon = iconOf(kind);
  const mayRetry = kind === 'away' || kind === 'limited';
  return (
    <>
      <section className={clsx(classes.unfound, toneCss.tone)} data-tone={kind} aria-labelledby="verdict">
        <span className={classes.unfoundMark}>
          <Icon size={44} stroke={1.5} aria-hidden />
        </span>
        <h1 id="verdict" className={classes.verdict}>
          {t.title}
        </h1>
        <p className={classes.typed}>{typed}</p>
        <p className={classes.unfoundText}>{t.text}</p>
        <ul className={classes.hints}>
          {t.hints.map((hint) => (
            <li key={hint}>{hint}</li>
          ))}
        </ul>
        {mayRetry && (
          <Button className={classes.onScreen ?? ''} loading={busy} onClick={onRetry}>
            {ui.retry}
          </Button>
        )}
      </section>
      {!mayRetry && (
        <section className={classes.again} aria-label={form.another}>
          <NumberForm begin={typed} />
        </section>
      )}
      {kind === 'away' && <SelfCheck />}
    </>
  );
}
