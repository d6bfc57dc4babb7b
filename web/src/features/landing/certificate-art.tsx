import { PHASES, wave } from '../../ui/guilloche.ts';
import { SealLines } from '../../ui/seal.tsx';
import classes from './certificate-art.module.css';
import { texts } from './texts.ts';

const BORDER = PHASES.map((phase) => wave(376, 6, 30, phase));
const ROWS = texts.art.hash.match(/.{16}/g) ?? [];

/** Our certificate, engraved: the lines of its border and seal come from their equations. */
export function CertificateArt() {
  const t = texts.art;
  return (
    <figure className={classes.art}>
      <svg viewBox="0 0 440 540" role="img" aria-label={t.label}>
        <rect x="1" y="1" width="438" height="538" rx="10" className={classes.sheet} />
        <g className={classes.lines}>
          {[34, 506].map((y) =>
            BORDER.map((path, index) => (
              <path key={`${y}-${PHASES[index]}`} d={path} transform={`translate(32 ${y})`} />
            )),
          )}
        </g>
        <rect x="20" y="20" width="400" height="500" rx="4" className={classes.frameLine} />
        <rect x="26" y="48" width="388" height="444" className={classes.frameLine} />
        <text x="220" y="98" className={classes.kicker}>
          {t.kicker}
        </text>
        <text x="220" y="144" className={classes.artTitle}>
          {t.title}
        </text>
        <text x="220" y="170" className={classes.artSubtitle}>
          {t.subtitle}
        </text>
        <g className={classes.fields}>
          <rect x="64" y="206" width="132" height="7" rx="3.5" />
          <rect x="64" y="224" width="228" height="7" rx="3.5" />
          <rect x="64" y="242" width="184" height="7" rx="3.5" />
        </g>
        <line x1="64" x2="376" y1="276" y2="276" className={classes.frameLine} />
        <text x="64" y="304" className={classes.hashLabel}>
          {t.hashLabel}
        </text>
        {ROWS.map((row, index) => (
          <text key={row} x="64" y={330 + index * 22} className={classes.hashRow}>
            {row}
          </text>
        ))}
        <g transform="translate(330 410)">
          <SealLines />
        </g>
        <g className={classes.fields}>
          <rect x="64" y="438" width="96" height="7" rx="3.5" />
          <rect x="64" y="456" width="132" height="7" rx="3.5" />
        </g>
      </svg>
      <figcaption className={classes.caption}>{t.caption}</figcaption>
    </figure>
  );
}
