import { encode } from 'uqr';
import classes from './qr-code.module.css';

/** Dark on light in both themes, because some cameras cannot read inverted QR codes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className={classes.qr}>
      <title>{label}</title>
      <path d={path} />
    </svg>
  );
}
