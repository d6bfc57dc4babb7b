import clsx from 'clsx';
import { Link } from 'react-router';
import { SCROLLING_ROW_CLASSES, useVisibleTab } from './tab-row.tsx';

interface LinkRowProps {
  readonly links: readonly { readonly name: string; readonly to: string }[];
  /** Address of the current page; its link is marked. */
  readonly current: string | undefined;
}

/** Row of links to sibling pages, which looks and scrolls like a row of tabs. */
export function LinkRow({ links, current = '' }: LinkRowProps) {
  const row = useVisibleTab<HTMLUListElement>(current);
  return (
    <ul ref={row} className={clsx(SCROLLING_ROW_CLASSES, 'g2-list flex')}>
      {links.map(({ name, to }) => (
        <li key={to} className="flex-none">
          <Link
            to={to}
            className={clsx(
              'block py-3 px-4 border-b-2 rounded-t-sm text-sm leading-[1] no-underline whitespace-nowrap',
              to === current
                ? 'border-accent text-ink'
                : 'border-transparent text-muted hover:border-strong-line hover:bg-sunken hover:text-ink',
            )}
            aria-current={to === current ? 'page' : undefined}
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
