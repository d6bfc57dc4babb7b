import { useId } from 'react';
import { PHASES, wave } from './guilloche.ts';
import classes from './guilloche-strip.module.css';

const PERIOD = 36;
const LINES = PHASES.map((phase) => wave(PERIOD, 6, 1, phase, 24));

/** A border of engraved lines, as wide as where it stands. Decorative. */
export function GuillocheStrip() {
  const id = useId();
  return (
    <svg className={classes.strip} width="100%" height="14" aria-hidden="true" focusable="false">
      <defs>
        <pattern id={id} width={PERIOD} height="14" patternUnits="userSpaceOnUse">
          <g transform="translate(0 7)">
            {LINES.map((path, index) => (
              <path key={PHASES[index]} d={path} />
            ))}
          </g>
        </pattern>
      </defs>
      <rect width="100%" height="14" fill={`url(#${id})`} />
    </svg>
  );
}
