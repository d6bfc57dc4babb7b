import { BRAND, MARK } from '@g2/gateway/contract/brand';
import { CORNER, PHASES, svgPath, wave } from '@g2/gateway/contract/engraving';
import { type SVGAttributes, useId } from 'react';
import { SealLines } from '../../ui/seal.tsx';
import { QR_PATH, QR_SIZE } from './art-qr.ts';
import { texts as t } from './art-texts.ts';

/** An A4 page, in units of the drawing. */
const [WIDTH, HEIGHT] = [440, 622];
/** Distances of the frame's lines from the edge of the page, as in the PDF certificate. */
const [OUTER_INSET, MIDDLE_INSET, INNER_INSET] = [15, 23, 31];
const WAVE_LENGTH = 10;
const WAVE_PATHS = PHASES.map((phase) => svgPath(wave(WAVE_LENGTH, 4.4, phase)));
const CORNER_PATHS = CORNER.map(svgPath);
const CENTRE = WIDTH / 2;
const [LEFT, RIGHT] = [54, WIDTH - 54];

const LABEL_PROPS = { fontSize: 5.8, fontWeight: 650, letterSpacing: '0.09em', fill: BRAND.green };
const VALUE_PROPS = { fontSize: 9, fontWeight: 550, fill: BRAND.ink };

/** The centred lines of the certificate's head; `y` is the baseline. */
const HEAD_LINES: readonly (readonly [text: string, y: number, props: SVGAttributes<SVGTextElement>])[] = [
  [t.organization, 92, { fontSize: 7, fontWeight: 650, letterSpacing: '0.2em', fill: BRAND.green }],
  [t.title, 125, { fontSize: 29, letterSpacing: '-0.012em', fill: BRAND.ink }],
  [t.subtitle, 146, { fontSize: 14, fontStyle: 'italic', fill: BRAND.soft }],
  [t.number, 166, { fontSize: 9, fontWeight: 650, letterSpacing: '0.04em', fill: BRAND.ink }],
  [t.intro, 197, { fontSize: 9.5, fontStyle: 'italic', fill: BRAND.soft }],
  [t.program, 223, { fontSize: 22, fill: BRAND.green }],
];

/** Drawing of the printed certificate, from the same equations as the PDF. It stays white in dark mode. */
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
      {t.registrationFacts.map(([name, value], index) => (
        <g key={name} transform={`translate(${LEFT} ${252 + index * 16})`}>
          <text {...LABEL_PROPS}>{name}</text>
          <text x="78" {...VALUE_PROPS}>
            {value}
          </text>
        </g>
      ))}
      <ArtHash />
      {t.dates.map(([name, value], index) => (
        <g key={name} transform={`translate(${LEFT + index * 114} 462)`}>
          <text {...LABEL_PROPS}>{name}</text>
          <text y="13" {...VALUE_PROPS}>
            {value}
          </text>
        </g>
      ))}
      <ArtFoot />
    </svg>
  );
}

/** Frame with a band of waves between two lines on each side, and a rosette in each corner. */
function ArtFrame() {
  const patternId = useId();
  const bandWidth = 2 * (MIDDLE_INSET - OUTER_INSET);
  // All four sides have the same tile pattern.
  const sides = [
    [`translate(${OUTER_INSET} ${OUTER_INSET})`, WIDTH],
    [`translate(${OUTER_INSET} ${HEIGHT - OUTER_INSET - bandWidth})`, WIDTH],
    [`translate(${OUTER_INSET + bandWidth} ${OUTER_INSET}) rotate(90)`, HEIGHT],
    [`translate(${WIDTH - OUTER_INSET} ${OUTER_INSET}) rotate(90)`, HEIGHT],
  ] as const;
  return (
    <g fill="none">
      <pattern id={patternId} width={WAVE_LENGTH} height={bandWidth} patternUnits="userSpaceOnUse">
        <g transform={`translate(0 ${MIDDLE_INSET - OUTER_INSET})`} stroke="#2f7d66" strokeWidth="0.5">
          {WAVE_PATHS.map((path) => (
            <path key={path} d={path} />
          ))}
        </g>
      </pattern>
      {sides.map(([transform, length]) => (
        <rect
          key={transform}
          transform={transform}
          width={length - 2 * OUTER_INSET}
          height={bandWidth}
          fill={`url(#${patternId})`}
        />
      ))}
      {[OUTER_INSET, INNER_INSET].map((inset) => (
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
      {[MIDDLE_INSET, WIDTH - MIDDLE_INSET].flatMap((x) =>
        [MIDDLE_INSET, HEIGHT - MIDDLE_INSET].map((y) => (
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
      {HEAD_LINES.map(([text, y, props]) => (
        <text key={y} x={CENTRE} y={y} {...props}>
          {text}
        </text>
      ))}
    </g>
  );
}

/** The hash, in four rows of four groups of four characters. */
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
      <text x={CENTRE} y="310" {...LABEL_PROPS}>
        {t.hashLabel}
      </text>
      <g className="font-mono" fontSize="20" fontWeight="500" fill={BRAND.ink}>
        {rows.map((row, rowIndex) =>
          (row.match(/.{4}/g) ?? []).map((group, index) => (
            <text key={group} x={CENTRE - 96 + index * 64} y={338 + rowIndex * 26}>
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
      <text x={LEFT + 76} y="524" {...LABEL_PROPS}>
        {t.verifyTitle}
      </text>
      {t.verifyText.map((line, index) => (
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
