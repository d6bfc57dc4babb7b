import { useTexts } from '../../lib/language.ts';
import classes from './parts.module.css';
import { texts } from './texts.ts';
import page from './verify.module.css';

/** How to verify a certificate independently of this page. */
export function SelfCheck() {
  const { self: t, sheet } = useTexts(texts);
  return (
    <section className={classes.part} aria-labelledby="self-title">
      <h2 id="self-title" className={page.heading}>
        {t.title}
      </h2>
      <p className="g2-note">{t.lead}</p>
      <ol className={classes.steps}>
        {t.steps.map(({ title, text }, index) => (
          <li key={title}>
            <span className={classes.stepNumber} aria-hidden="true">
              {index + 1}
            </span>
            <h3 className={classes.stepTitle}>{title}</h3>
            <p className="g2-note">{text}</p>
          </li>
        ))}
      </ol>
      <dl className={classes.commands}>
        {t.commands.map(([system, command]) => (
          <div key={system}>
            <dt>{system}</dt>
            <dd>
              <code>{command}</code>
            </dd>
          </div>
        ))}
      </dl>
      <p className={classes.logLinks}>
        {t.log} <a href="/log/checkpoint">{sheet.checkpoint}</a> · <a href="/log/key">{t.key}</a>
      </p>
    </section>
  );
}
