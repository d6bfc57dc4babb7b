import { texts } from './texts.ts';

const t = texts.keys;
const ACTIONS = [
  { key: 'A', text: t.approve },
  { key: 'C', text: t.corrections },
  { key: 'N', text: t.notes },
  { key: 'D', text: t.download },
] as const;

/** With the panel open; the list has keys of its own. */
export const PANEL_SHORTCUTS = [...ACTIONS, { key: 'O', text: t.page }];

export const DETAIL_SHORTCUTS = [
  ...ACTIONS,
  { key: 'J', text: t.next },
  { key: 'K', text: t.previous },
  { key: 'U', text: t.back },
  { key: '?', text: t.help },
];
