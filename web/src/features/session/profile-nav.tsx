import clsx from 'clsx';
import { NavLink, useLocation } from 'react-router';
import { texts } from './texts.ts';

const NAV_LINKS = [
  ['/profile', texts.accountNav.profile],
  ['/profile/seguranca', texts.accountNav.security],
  ['/profile/sessoes', texts.accountNav.sessions],
  ['/profile/tokens', texts.accountNav.tokens],
  ['/profile/dados', texts.accountNav.data],
  ['/profile/atendimentos', texts.accountNav.contacts],
] as const;

/** Scrolls the row of links horizontally. `Element.scrollIntoView` would also scroll the page. */
function scrollLinkIntoView(link: HTMLAnchorElement | null): void {
  const row = link?.parentElement;
  if (link && row) row.scrollLeft = link.offsetLeft + link.offsetWidth - row.offsetLeft - row.clientWidth;
}

export function ProfileNav() {
  const currentPath = useLocation().pathname;
  return (
    <nav aria-label={texts.accountNav.label} className="flex gap-2 overflow-x-auto border-b border-line">
      {NAV_LINKS.map(([to, name]) => (
        <NavLink
          key={to}
          to={to}
          end
          // On a phone the row of links is wider than the page, so the current link may be hidden.
          ref={to === currentPath ? scrollLinkIntoView : undefined}
          className={({ isActive }) =>
            clsx(
              'py-2 px-3 border-b-2 no-underline whitespace-nowrap hover:text-ink',
              isActive ? 'border-accent text-ink font-semibold' : 'border-transparent text-muted',
            )
          }
        >
          {name}
        </NavLink>
      ))}
    </nav>
  );
}
