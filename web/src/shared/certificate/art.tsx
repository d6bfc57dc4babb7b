import { MARK } from '@g2/gateway/contract/brand';
import { CORNER, PHASES, svgPath, wave } from '@g2/gateway/contract/engraving';
import clsx from 'clsx';
import { useId } from 'react';
import { SealLines } from '../../ui/seal.tsx';
import classes from './art.module.css';
import { QR_PATH, QR_SIZE } from './art-qr.ts';
import { texts as t } from './art-texts.ts';

/** A4 in units of the drawing. The distances from the edge below are those of the PDF certificate. */
const [WIDTH, HEIGHT] = [440, 622];
const [OUTER, MIDDLE, INNER] = [15, 23, 31];
const WAVE_LENGTH = 10;
const WAVE_PATHS = PHASES.map((phase) => svgPath(wave(WAVE_LENGTH, 4.4, phase)));
const CORNER_PATHS = CORNER.map(svgPath);
const CENTRE = WIDTH / 2;
const [LEFT, RIGHT] = [54, WIDTH - 54];

/** Drawing of the printed certificate, from the same equations as the PDF. It is white in dark mode too, like paper. */
export function CertificateArt({ label = t.label }: { label?: string }) {
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label} className={classes.art}>
      <rect width={WIDTH} height={HEIGHT} className={classes.paper} />
      <ArtFrame />
      <ArtHead />
      <ArtParties />
      <ArtHash />
      {t.dates.map(([label, value], index) => (
        <g key={label} transform={`translate(${LEFT + index * 114} 462)`}>
          <text className={classes.label}>{label}</text>
          <text y="13" className={classes.value}>
            {value}
          </text>
        </g>
      ))}
      <ArtFoot />
    </svg>
  );
}

/** Frame of waves between two lines on all four sides, with a rosette in each corner. */
function ArtFrame() {
  const id = useId();
  const band = 2 * (MIDDLE - OUTER);
  // The same tile pattern is laid along each of the four sides.
  const sides = [
    [`translate(${OUTER} ${OUTER})`, WIDTH],
    [`translate(${OUTER} ${HEIGHT - OUTER - band})`, WIDTH],
    [`translate(${OUTER + band} ${OUTER}) rotate(90)`, HEIGHT],
    [`translate(${WIDTH - OUTER} ${OUTER}) rotate(90)`, HEIGHT],
  ] as const;
  return (
    <g className={classes.frame}>
      <pattern id={id} width={WAVE_LENGTH} height={band} patternUnits="userSpaceOnUse">
        <g transform={`translate(0 ${MIDDLE - OUTER})`}>
          {WAVE_PATHS.map((path) => (
            <path key={path} d={path} />
          ))}
        </g>
      </pattern>
      {sides.map(([transform, length]) => (
        <rect
          key={transform}
          transform={transform}
          width={length - 2 * OUTER}
          height={band}
          fill={`url(#${id})`}
        />
      ))}
      {[OUTER, INNER].map((inset) => (
        <rect
          key={inset}
          x={inset}
          y={inset}
          width={WIDTH - 2 * inset}
          height={HEIGHT - 2 * inset}
          className={classes.line}
        />
      ))}
      {[MIDDLE, WIDTH - MIDDLE].flatMap((x) =>
        [MIDDLE, HEIGHT - MIDDLE].map((y) => (
          <g key={`${x} ${y}`} transform={`translate(${x} ${y}) scale(.74)`}>
            <circle r="17" className={classes.paper} />
            {CORNER_PATHS.map((path) => (
              <path key={path} d={path} />
            ))}
            <circle r="2.6" className={classes.dot} />
          </g>
        )),
      )}
    </g>
  );
}

function ArtHead() {
  return (
    <g className={classes.centred}>
      <g transform={`translate(${CENTRE - 11} 54) scale(.55)`}>
        <path d={MARK.sheet} className={classes.dot} />
        <path d={MARK.fold} className={classes.fold} />
        {MARK.letters.map((path) => (
          <path key={path} d={path} className={classes.letter} />
        ))}
      </g>
      <text x={CENTRE} y="92" className={classes.kicker}>
        {t.kicker}
      </text>
      <text x={CENTRE} y="125" className={classes.title}>
        {t.title}
      </text>
      <text x={CENTRE} y="146" className={classes.subtitle}>
        {t.subtitle}
      </text>
      <text x={CENTRE} y="166" className={classes.number}>
        {t.number}
      </text>
      <text x={CENTRE} y="197" className={classes.intro}>
        {t.intro}
      </text>
      <text x={CENTRE} y="223" className={classes.program}>
        {t.program}
      </text>
    </g>
  );
}

const ArtParties = () =>
  t.parties.map(([label, value], index) => (
    <g key={label} transform={`translate(${LEFT} ${252 + index * 16})`}>
      <text className={classes.label}>{label}</text>
      <text x="78" className={classes.value}>
        {value}
      </text>
    </g>
  ));

/** The hash as the main element of the certificate: four rows of four groups of four characters. */
function ArtHash() {
  const rows = t.hash.match(/.{16}/g) ?? [];
  return (
    <g>
      <rect x={LEFT} y="288" width={RIGHT - LEFT} height="144" className={classes.panel} />
      <path d={`M${LEFT} 288H${RIGHT}M${LEFT} 432H${RIGHT}`} className={classes.rule} />
      <text x={CENTRE} y="310" className={clsx(classes.label, classes.centred)}>
        {t.hashLabel}
      </text>
      {rows.map((row, line) =>
        (row.match(/.{4}/g) ?? []).map((group, index) => (
          <text key={group} x={CENTRE - 96 + index * 64} y={338 + line * 26} className={classes.hash}>
            {group}
          </text>
        )),
      )}
    </g>
  );
}

function ArtFoot() {
  return (
    <g>
      <g transform={`translate(${LEFT} 502) scale(${62 / QR_SIZE})`}>
        <path d={QR_PATH} className={classes.ink} />
      </g>
      <text x={LEFT + 76} y="524" className={classes.label}>
        {t.check}
      </text>
      {t.checkText.map((line, index) => (
        <text key={line} x={LEFT + 76} y={538 + index * 12} className={classes.small}>
          {line}
        </text>
      ))}
      <g transform="translate(342 530) scale(.9)" className={classes.seal}>
        <SealLines />
      </g>
    </g>
  );
}
