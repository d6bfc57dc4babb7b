import { inEnglish } from '../lib/language.ts';
import { copyTexts } from './texts.ts';

inEnglish(copyTexts, {
  copy: 'Copy',
  copyOf: (name) => `Copy ${name}`,
  copied: 'Copied',
});
