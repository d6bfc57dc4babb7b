import { type ReactNode, useRef } from 'react';
import type { ListParams } from '../lib/list-params.ts';
import classes from './record-list.module.css';
import { SearchBox } from './search-box.tsx';
import type { Shortcut } from './shortcuts-help.tsx';
import { ShortcutsHelp } from './shortcuts-help.tsx';
import { texts as t } from './texts.ts';
import { useShortcuts } from './use-shortcuts.ts';

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
    <div className={classes.toolbar}>
      <SearchBox
        inputRef={search}
        label={props.searchLabel}
        placeholder={props.placeholder}
        hint={props.searchHint}
        value={params.typed}
        onChange={params.setTyped}
      />
      {props.children}
      <ShortcutsHelp shortcuts={[...listShortcuts(opens, selects), ...shortcuts]} />
    </div>
  );
}

function listShortcuts(opens: boolean, selects: boolean): Shortcut[] {
  const s = t.shortcuts;
  return [
    { key: 'J', text: s.next },
    { key: 'K', text: s.previous },
    ...(opens ? [{ key: 'Enter', text: s.open }] : []),
    ...(selects ? [{ key: 'X', text: s.select }] : []),
    { key: '/', text: s.search },
    { key: '?', text: s.help },
    { key: 'Esc', text: s.close },
  ];
}
