import { encode } from 'uqr';

/** QR code, dark on light in both themes and with forced colours: some cameras cannot read an inverted one. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className="w-[min(220px,100%)] border border-line rounded-md bg-[#fff] forced-color-adjust-none"
    >
      <title>{label}</title>
      <path d={path} fill="#000" />
    </svg>
  );
}
