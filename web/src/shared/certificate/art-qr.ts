/** QR code of the example certificate's number, each row of modules as a base-36 number. Avoids a QR library. */
const QR_ROWS =
  'jw1of a7br5 eknrx ejlgd eky1p a63wh jvfy7 rgg cgr6f c0iig iq7i5 5191i 40aek ff9ww ilzxp efx5f dbdh4 2fwy jviom a7fo4 ekgds eko5t eizyz a58jq jvev3';

/** Modules per side. */
export const QR_SIZE = 25;

/** SVG path with a unit square for each dark module. */
export const QR_PATH = QR_ROWS.split(' ')
  .flatMap((row, y) =>
    Array.from(Number.parseInt(row, 36).toString(2).padStart(QR_SIZE, '0'), (module, x) =>
      module === '1' ? `M${x} ${y}h1v1h-1z` : '',
    ),
  )
  .join('');
