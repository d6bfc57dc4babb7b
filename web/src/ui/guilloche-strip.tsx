import { PHASES, svgPath, wave } from '@g2/gateway/contract/engraving';
import { useId } from 'react';
import classes from './guilloche-strip.module.css';

const WAVE_LENGTH = 36;
const WAVE_PATHS = PHASES.map((phase) => svgPath(wave(WAVE_LENGTH, 6, phase)));

/** Decorative border of engraved lines, as wide as its container. */
export function GuillocheStrip() {
  const id = useId();
  return (
    <svg className={classes.strip} width="100%" height="14" aria-hidden="true" focusable="false">
      <defs>
        <pattern id={id} width={WAVE_LENGTH} height="14" patternUnits="userSpaceOnUse">
          <g transform="translate(0 7)">
            {WAVE_PATHS.map((path, index) => (
              <path key={PHASES[index]} d={path} />
            ))}
          </g>
        </pattern>
      </defs>
      <rect width="100%" height="14" fill={`url(#${id})`} />
    </svg>
  );
}
