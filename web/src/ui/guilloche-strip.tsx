import { PHASES, svgPath, wave } from '@g2/gateway/contract/engraving';
import { useId } from 'react';

const WAVE_LENGTH = 36;
const WAVE_PATHS = PHASES.map((phase) => svgPath(wave(WAVE_LENGTH, 6, phase)));

/** Decorative border of engraved lines, as wide as its container. */
export function GuillocheStrip() {
  const id = useId();
  return (
    <svg className="block" width="100%" height="14" aria-hidden="true" focusable="false">
      <defs>
        <pattern id={id} width={WAVE_LENGTH} height="14" patternUnits="userSpaceOnUse">
          <g
            transform="translate(0 7)"
            fill="none"
            stroke="var(--seal, var(--g2-accent))"
            strokeWidth="0.7"
            strokeOpacity="0.75"
          >
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
