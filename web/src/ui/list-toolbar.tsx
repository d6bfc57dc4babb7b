import { type ReactNode, useRef } from 'react';
import type { ListParams } from '../lib/list-params.ts';
import { SearchBox } from './search-box.tsx';
import { type Shortcut, ShortcutsHelp } from './shortcuts-help.tsx';
import { texts } from './texts.ts';
import { useShortcuts } from './use-shortcuts.ts';

const t = texts.shortcuts;

interface ListToolbarProps {
  readonly params: Pick<ListParams, 'searchInput' | 'setSearchInput'>;
  readonly searchLabel: string;
  readonly placeholder: string;
  /** Explains what the search covers, if the placeholder is too short for it. */
  readonly searchHint?: string;
  /** Enter opens a record of the list; the help then shows this key. */
  readonly canOpen?: boolean;
  /** X selects a record of the list; the help then shows this key. */
  readonly canSelect?: boolean;
  /** Further shortcuts of the page, for the help. */
  readonly shortcuts?: readonly Shortcut[];
  /** Filters and other controls above the list. */
  readonly children?: ReactNode;
}

/** Toolbar above a staff list: search (key /), filters, and help about the shortcuts (key ?). */
export function ListToolbar(props: ListToolbarProps) {
  const { params, canOpen = false, canSelect = false, shortcuts = [] } = props;
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
        value={params.searchInput}
        onChange={params.setSearchInput}
      />
      {props.children}
      <ShortcutsHelp
        shortcuts={[
          { key: 'J', text: t.next },
          { key: 'K', text: t.previous },
          ...(canOpen ? [{ key: 'Enter', text: t.open }] : []),
          ...(canSelect ? [{ key: 'X', text: t.select }] : []),
          { key: '/', text: t.search },
          { key: '?', text: t.help },
          { key: 'Esc', text: t.close },
          ...shortcuts,
        ]}
      />
    </div>
  );
}
