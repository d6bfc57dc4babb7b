import { MARK } from '@g2/gateway/contract/brand';
import { SEAL, svgPath } from '@g2/gateway/contract/engraving';
import classes from './seal.module.css';

const RIM_PATHS = SEAL.rim.map(svgPath);
const CORE_PATHS = SEAL.core.map(svgPath);
const { x, y } = SEAL.letters;

/** The company's seal around the origin of an SVG, 108 units wide; its colour is the variable `--seal`. */
export function SealLines() {
  return (
    <g className={classes.seal}>
      <circle r={SEAL.radius} className={classes.ground} />
      {RIM_PATHS.map((path) => (
        <path key={path} d={path} />
      ))}
      <circle r={SEAL.inner} className={classes.ground} />
      {CORE_PATHS.map((path) => (
        <path key={path} d={path} />
      ))}
      <circle r={SEAL.disc} className={classes.core} />
      <g transform={`translate(${x} ${y})`} className={classes.letters}>
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
      {broken && <path d="M-44 44 44 -44" className={classes.strike} />}
    </svg>
  );
}
