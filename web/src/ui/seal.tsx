import { PHASES, rosette } from './guilloche.ts';
import classes from './seal.module.css';

const RIM = PHASES.map((phase) => rosette(42, 9, 18, phase));
const CORE = PHASES.slice(0, 3).map((phase) => rosette(27, 4, 12, phase * 1.4));

/** The house's seal about the origin of a drawing, 108 units wide, in the colour that stands around it (`--seal`). */
export function SealLines() {
  return (
    <g className={classes.seal}>
      <circle r="54" className={classes.ground} />
      {RIM.map((path, index) => (
        <path key={PHASES[index]} d={path} />
      ))}
      <circle r="32" className={classes.ground} />
      {CORE.map((path, index) => (
        <path key={PHASES[index]} d={path} />
      ))}
      <circle r="21" className={classes.core} />
      <text y="7" className={classes.text}>
        G2
      </text>
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
