import { BRAND } from '@g2/terms/brand';
import type { CutName } from './fonts.ts';

/** Brand colours; `vein` and `hair` are greens for dense lines. */
export const colour = {
  ...BRAND,
  vein: '#48907b',
  hair: '#9cc4b8',
  alarm: '#a3121f',
} as const;

/** Text style: size and leading in points, tracking in thousandths of the size. */
export type Type = { cut: CutName; size: number; colour: string; leading?: number; tracking?: number };

export const type = {
  body: { cut: 'text', size: 9.5, colour: colour.ink, leading: 13 },
  strong: { cut: 'strong', size: 9.5, colour: colour.ink, leading: 13 },
  small: { cut: 'text', size: 8, colour: colour.soft, leading: 10.5 },
  label: { cut: 'strong', size: 6.6, colour: colour.green, leading: 10, tracking: 90 },
  heading: { cut: 'display', size: 15, colour: colour.green, leading: 19 },
  kicker: { cut: 'strong', size: 8.6, colour: colour.green, leading: 12, tracking: 200 },
  title: { cut: 'display', size: 34, colour: colour.ink, leading: 38 },
  subtitle: { cut: 'italic', size: 16, colour: colour.soft, leading: 20 },
  fine: { cut: 'text', size: 8.7, colour: colour.ink, leading: 11.7 },
  fineStrong: { cut: 'strong', size: 8.7, colour: colour.ink, leading: 11.7 },
  code: { cut: 'mono', size: 7.6, colour: colour.ink, leading: 10.5 },
} as const satisfies Record<string, Type>;

export const leadingOf = ({ size, leading = size * 1.35 }: Type): number => leading;
