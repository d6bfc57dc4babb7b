import { PAGES } from '@g2/gateway/contract/pages';
import { inEnglish } from '../../lib/language.ts';
import { texts } from './texts.ts';

inEnglish(texts, {
  title: PAGES['/en/help'].title,
  lead: 'What a registration proves, and how to verify it without relying on us.',
  copyLink: 'Copy the link to this question',
  commandFor: (system) => `command for ${system}`,
  commands: [
    { system: 'Linux', command: 'sha256sum my-software.zip' },
    { system: 'macOS', command: 'shasum -a 256 my-software.zip' },
    { system: 'Windows', command: 'certutil -hashfile my-software.zip SHA256' },
  ],
});
