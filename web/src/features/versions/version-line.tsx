import { Fragment } from 'react';
import { texts } from './texts.ts';
import classes from './versions.module.css';

const t = texts.line;

/** Example versions on a line with their hashes and the changes between them; a list for screen readers. */
export function VersionLine() {
  return (
    <figure className={classes.figure}>
      <ol className={classes.line} aria-label={t.label}>
        {t.versions.map((version, index) => (
          <Fragment key={version.name}>
            <Change at={index} />
            <li className={classes.version} data-first={index === 0 || undefined}>
              <span className={classes.kind}>{version.kind}</span>
              <strong>{version.name}</strong>
              <span className={classes.date}>{version.date}</span>
              <code>{version.hash}</code>
            </li>
          </Fragment>
        ))}
      </ol>
      <figcaption className="g2-meta">{t.note}</figcaption>
    </figure>
  );
}

/** The changes between a version and the previous one. */
function Change({ at }: { at: number }) {
  const change = t.links[at - 1];
  if (change === undefined) return null;
  return (
    <li className={classes.change} aria-label={t.change(change)}>
      <span aria-hidden className={classes.signs}>
        <b data-sign="add">+{change.add}</b>
        <b data-sign="change">~{change.change}</b>
        <b data-sign="remove">−{change.remove}</b>
      </span>
    </li>
  );
}
