import { MARK } from '@g2/gateway/contract/brand';
import { SEAL, svgPath } from '@g2/gateway/contract/engraving';
import classes from './seal.module.css';

const RIM = SEAL.rim.map(svgPath);
const CORE = SEAL.core.map(svgPath);
const { x, y } = SEAL.letters;

/** The house's seal about the origin of a drawing, 108 units wide, in the colour that stands around it (`--seal`). */
export function SealLines() {
  return (
    <g className={classes.seal}>
      <circle r={SEAL.radius} className={classes.ground} />
      {RIM.map((path) => (
        <path key={path} d={path} />
      ))}
      <circle r={SEAL.inner} className={classes.ground} />
      {CORE.map((path) => (
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

/** The seal by itself; `broken`: struck through, for what is not in force any more. Decorative: words stand beside it. */
export function Seal({ size, broken = false }: { size: number; broken?: boolean }) {
  return (
    <svg width={size} height={size} viewBox="-56 -56 112 112" aria-hidden="true" focusable="false">
      <SealLines />
      {broken && <path d="M-44 44 44 -44" className={classes.strike} />}
    </svg>
  );
}
