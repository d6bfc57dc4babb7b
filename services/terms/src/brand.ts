export const BRAND_NAME = 'G2 Software Registry';

/** Brand colours on a white background, for screens, mails, documents and images. */
export const BRAND = {
  green: '#0b6b4f',
  /** Background of large areas with white text. */
  deep: '#08402f',
  /** Folded corner of the logo, and green text on `deep`. */
  fold: '#7ac9a9',
  ink: '#13201a',
  soft: '#4b5851',
  line: '#dce1da',
  /** Background of the page behind white cards. */
  ground: '#f6f7f4',
  tint: '#f3f7f4',
  white: '#ffffff',
} as const;

export const BRAND_DARK = {
  ink: '#e8eeea',
  soft: '#a5b3ab',
  line: '#26312c',
  ground: '#0d1311',
  surface: '#131b18',
} as const;

/** Logo on a 40 × 40 grid: sheet, folded corner, and the strokes (width 3, round) of the letters G2. */
export const MARK = {
  sheet: 'M9 2h19l10 10v20a6 6 0 0 1-6 6H9a6 6 0 0 1-6-6V8a6 6 0 0 1 6-6Z',
  fold: 'M28 2l10 10h-7a3 3 0 0 1-3-3Z',
  letters: ['M17.6 17.5A6 6 0 1 0 19.4 23H15', 'M23.4 19.4a3.7 3.7 0 0 1 7.3.4c0 3-4.4 4.9-7.3 8.4h7.6'],
} as const;
