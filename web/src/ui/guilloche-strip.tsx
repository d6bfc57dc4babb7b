import { PHASES, svgPath, wave } from '@g2/gateway/contract/engraving';
import { useId } from 'react';
import classes from './guilloche-strip.module.css';

const PERIOD = 36;
const LINES = PHASES.map((phase) => svgPath(wave(PERIOD, 6, phase)));

/** Decorative border of engraved lines, as wide as its container. */
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
