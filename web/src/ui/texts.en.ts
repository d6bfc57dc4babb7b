import { inEnglish } from '../lib/language.ts';
import { firstTexts } from './first-texts.ts';
import { copyTexts } from './texts.ts';

inEnglish(firstTexts, {
  retry: 'Try again',
  toasts: 'Notifications (F8)',
  closeToast: 'Close notification',
  pageLoading: 'Loading',
});

inEnglish(copyTexts, {
  copy: 'Copy',
  copyOf: (name) => `Copy ${name}`,
  copied: 'Copied',
});
