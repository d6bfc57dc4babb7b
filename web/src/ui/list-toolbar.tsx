import { type ReactNode, useRef } from 'react';
import type { ListParams } from '../lib/list-params.ts';
import { SearchBox } from './search-box.tsx';
import { type Shortcut, ShortcutsHelp } from './shortcuts-help.tsx';
import { texts } from './texts.ts';
import { useShortcuts } from './use-shortcuts.ts';

const t = texts.shortcuts;

interface ListToolbarProps {
  readonly params: Pick<ListParams, 'typed' | 'setTyped'>;
  readonly searchLabel: string;
  readonly placeholder: string;
  /** Explains what the search covers, if the placeholder is too short for it. */
  readonly searchHint?: string;
  /** Which keys of the list the help shows: to open and to select records; `shortcuts` are the page's own. */
  readonly opens?: boolean;
  readonly selects?: boolean;
  readonly shortcuts?: readonly Shortcut[];
  /** Filters and other controls above the list. */
  readonly children?: ReactNode;
}

/** Toolbar above a staff list: search (/), filters, and help for its shortcuts (?). */
export function ListToolbar(props: ListToolbarProps) {
  const { params, opens = false, selects = false, shortcuts = [] } = props;
  const search = useRef<HTMLInputElement>(null);
  useShortcuts({
    '/': () => {
      search.current?.focus();
      search.current?.select();
    },
  });
  return (
    <div className="g2-row gap-y-3 gap-x-2 mb-4">
      <SearchBox
        inputRef={search}
        label={props.searchLabel}
        placeholder={props.placeholder}
        hint={props.searchHint}
        value={params.typed}
        onChange={params.setTyped}
      />
      {props.children}
      <ShortcutsHelp
        shortcuts={[
          { key: 'J', text: t.next },
          { key: 'K', text: t.previous },
          ...(opens ? [{ key: 'Enter', text: t.open }] : []),
          ...(selects ? [{ key: 'X', text: t.select }] : []),
          { key: '/', text: t.search },
          { key: '?', text: t.help },
          { key: 'Esc', text: t.close },
          ...shortcuts,
        ]}
      />
    </div>
  );
}
