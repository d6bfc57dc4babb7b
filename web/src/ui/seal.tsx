import { MARK } from '@g2/gateway/contract/brand';
import { SEAL, svgPath } from '@g2/gateway/contract/engraving';

const RIM_PATHS = SEAL.rim.map(svgPath);
const CORE_PATHS = SEAL.core.map(svgPath);
const { x, y } = SEAL.letters;

const LINE_COLOR = 'var(--seal, var(--g2-accent))';
const BACKGROUND = { fill: 'var(--seal-ground, var(--g2-surface))', stroke: 'none' };

/** The company's seal around the origin of an SVG, 108 units wide; its colour is the variable `--seal`. */
export function SealLines() {
  return (
    <g fill="none" stroke={LINE_COLOR} strokeWidth="0.7" strokeOpacity="0.75">
      <circle r={SEAL.radius} {...BACKGROUND} />
      {RIM_PATHS.map((path) => (
        <path key={path} d={path} />
      ))}
      <circle r={SEAL.inner} {...BACKGROUND} />
      {CORE_PATHS.map((path) => (
        <path key={path} d={path} />
      ))}
      <circle r={SEAL.disc} fill={LINE_COLOR} stroke="none" />
      <g
        transform={`translate(${x} ${y})`}
        stroke="var(--seal-letters, var(--g2-on-accent))"
        strokeWidth="3"
        strokeOpacity="1"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        {MARK.letters.map((path) => (
          <path key={path} d={path} />
        ))}
      </g>
    </g>
  );
}

/** The seal as a decorative image; `broken` strikes it through, for an invalid certificate. */
export function Seal({ size, broken = false }: { size: number; broken?: boolean }) {
  return (
    <svg width={size} height={size} viewBox="-56 -56 112 112" aria-hidden="true" focusable="false">
      <SealLines />
      {broken && <path d="M-44 44 44 -44" stroke={LINE_COLOR} strokeWidth="7" strokeLinecap="round" />}
    </svg>
  );
}
