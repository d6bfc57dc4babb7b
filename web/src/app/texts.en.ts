import { NOT_FOUND_TITLE, PAGES } from '@g2/gateway/contract/pages';
import { inEnglish } from '../lib/language.ts';
import { supportTexts } from '../shared/support/support-line.tsx';
import { commonTexts } from '../ui/first-texts.ts';
import { texts } from './texts.ts';

inEnglish(texts, {
  header: {
    appName: 'G2 Software Registry',
    otherLanguage: 'Português',
    login: 'Sign in',
    loginNote: '(in Portuguese)',
    switchToDark: 'Switch to dark theme',
    switchToLight: 'Switch to light theme',
    skipToContent: 'Skip to content',
    site: {
      label: 'Site',
      howItWorks: 'How it works',
      prices: 'Prices',
      verify: 'Verify',
      help: 'The proof',
    },
  },
  notFound: {
    title: NOT_FOUND_TITLE,
    text: 'This address does not exist or has moved.',
    home: 'Home page',
    register: 'Register software (in Portuguese)',
  },
  pageError: {
    title: 'Something went wrong',
    text: 'This page could not be loaded. Check your connection and try again.',
  },
  staleData: {
    text: 'The server did not respond: what is on the screen may have changed.',
    refresh: 'Refresh',
  },
  footer: {
    label: 'Footer',
    note: 'A private service for proof of authorship. We are neither INPI, the Brazilian patent and trade mark office, nor a public authority.',
    help: PAGES['/en/help'].title,
    contact: 'Contact (in Portuguese)',
    verify: PAGES['/en/verify'].title,
    developers: 'Developers (in Portuguese)',
    terms: 'Terms of use (in Portuguese)',
    privacy: 'Privacy (in Portuguese)',
    copyright: '© G2 Software Registry',
  },
});

inEnglish(supportTexts, { label: 'Contact' });

inEnglish(commonTexts, {
  retry: 'Try again',
  toasts: 'Notifications (F8)',
  closeToast: 'Close notification',
  pageLoading: 'Loading',
});

export const fetchLandingPage = () => import('../features/landing/landing.en.ts').then((m) => m.LandingPage);
