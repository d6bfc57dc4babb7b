import { BRAND, MARK } from '@g2/gateway/contract/brand';
import { CORNER, PHASES, svgPath, wave } from '@g2/gateway/contract/engraving';
import { type SVGAttributes, useId } from 'react';
import { SealLines } from '../../ui/seal.tsx';
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

const LABEL = { fontSize: 5.8, fontWeight: 650, letterSpacing: '0.09em', fill: BRAND.green };
const VALUE = { fontSize: 9, fontWeight: 550, fill: BRAND.ink };

/** The centred lines of the head; `y` is the baseline. */
const HEAD_LINES: readonly (readonly [text: string, y: number, look: SVGAttributes<SVGTextElement>])[] = [
  [t.kicker, 92, { fontSize: 7, fontWeight: 650, letterSpacing: '0.2em', fill: BRAND.green }],
  [t.title, 125, { fontSize: 29, letterSpacing: '-0.012em', fill: BRAND.ink }],
  [t.subtitle, 146, { fontSize: 14, fontStyle: 'italic', fill: BRAND.soft }],
  [t.number, 166, { fontSize: 9, fontWeight: 650, letterSpacing: '0.04em', fill: BRAND.ink }],
  [t.intro, 197, { fontSize: 9.5, fontStyle: 'italic', fill: BRAND.soft }],
  [t.program, 223, { fontSize: 22, fill: BRAND.green }],
];

/** Drawing of the printed certificate, from the same equations as the PDF. It is white in dark mode too, like paper. */
export function CertificateArt({ label = t.label }: { label?: string }) {
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={label}
      className="block w-full h-auto font-serif"
      textRendering="geometricPrecision"
    >
      <rect width={WIDTH} height={HEIGHT} fill={BRAND.white} />
      <ArtFrame />
      <ArtHead />
      {t.parties.map(([name, value], index) => (
        <g key={name} transform={`translate(${LEFT} ${252 + index * 16})`}>
          <text {...LABEL}>{name}</text>
          <text x="78" {...VALUE}>
            {value}
          </text>
        </g>
      ))}
      <ArtHash />
      {t.dates.map(([name, value], index) => (
        <g key={name} transform={`translate(${LEFT + index * 114} 462)`}>
          <text {...LABEL}>{name}</text>
          <text y="13" {...VALUE}>
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
    <g fill="none">
      <pattern id={id} width={WAVE_LENGTH} height={band} patternUnits="userSpaceOnUse">
        <g transform={`translate(0 ${MIDDLE - OUTER})`} stroke="#2f7d66" strokeWidth="0.5">
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
          stroke="#48907b"
          strokeWidth="0.6"
        />
      ))}
      {[MIDDLE, WIDTH - MIDDLE].flatMap((x) =>
        [MIDDLE, HEIGHT - MIDDLE].map((y) => (
          <g key={`${x} ${y}`} transform={`translate(${x} ${y}) scale(.74)`}>
            <circle r="17" fill={BRAND.white} />
            <g stroke="#2f7d66" strokeWidth="0.5">
              {CORNER_PATHS.map((path) => (
                <path key={path} d={path} />
              ))}
            </g>
            <circle r="2.6" fill={BRAND.green} />
          </g>
        )),
      )}
    </g>
  );
}

function ArtHead() {
  return (
    <g textAnchor="middle">
      <g transform={`translate(${CENTRE - 11} 54) scale(.55)`}>
        <path d={MARK.sheet} fill={BRAND.green} />
        <path d={MARK.fold} fill={BRAND.fold} />
        <g fill="none" stroke={BRAND.white} strokeWidth="3" strokeLinecap="round" strokeLinejoin="round">
          {MARK.letters.map((path) => (
            <path key={path} d={path} />
          ))}
        </g>
      </g>
      {HEAD_LINES.map(([text, y, look]) => (
        <text key={y} x={CENTRE} y={y} {...look}>
          {text}
        </text>
      ))}
    </g>
  );
}

/** The hash as the main element of the certificate: four rows of four groups of four characters. */
function ArtHash() {
  const rows = t.hash.match(/.{16}/g) ?? [];
  return (
    <g textAnchor="middle">
      <rect x={LEFT} y="288" width={RIGHT - LEFT} height="144" fill={BRAND.tint} />
      <path
        d={`M${LEFT} 288H${RIGHT}M${LEFT} 432H${RIGHT}`}
        fill="none"
        stroke={BRAND.green}
        strokeWidth="0.7"
      />
      <text x={CENTRE} y="310" {...LABEL}>
        {t.hashLabel}
      </text>
      <g className="font-mono" fontSize="20" fontWeight="500" fill={BRAND.ink}>
        {rows.map((row, line) =>
          (row.match(/.{4}/g) ?? []).map((group, index) => (
            <text key={group} x={CENTRE - 96 + index * 64} y={338 + line * 26}>
              {group}
            </text>
          )),
        )}
      </g>
    </g>
  );
}

function ArtFoot() {
  return (
    <g>
      <path d={QR_PATH} transform={`translate(${LEFT} 502) scale(${62 / QR_SIZE})`} fill={BRAND.ink} />
      <text x={LEFT + 76} y="524" {...LABEL}>
        {t.check}
      </text>
      {t.checkText.map((line, index) => (
        <text key={line} x={LEFT + 76} y={538 + index * 12} fontSize="7.6" fill={BRAND.soft}>
          {line}
        </text>
      ))}
      <g
        transform="translate(342 530) scale(.9)"
        className="[--seal:#0b6b4f] [--seal-ground:#fff] [--seal-letters:#fff]"
      >
        <SealLines />
      </g>
    </g>
  );
}
