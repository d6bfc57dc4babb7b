import clsx from 'clsx';
import { NavLink, useLocation } from 'react-router';
import { texts } from './texts.ts';

const PLACES = [
  ['/profile', texts.places.profile],
  ['/profile/seguranca', texts.places.security],
  ['/profile/sessoes', texts.places.sessions],
  ['/profile/tokens', texts.places.tokens],
  ['/profile/dados', texts.places.data],
  ['/profile/atendimentos', texts.places.contacts],
] as const;

/** Scrolls only horizontally, so that the page does not move. */
function scrollIntoRow(place: HTMLAnchorElement | null): void {
  const row = place?.parentElement;
  if (place && row) row.scrollLeft = place.offsetLeft + place.offsetWidth - row.offsetLeft - row.clientWidth;
}

export function ProfileNav() {
  const here = useLocation().pathname;
  return (
    <nav aria-label={texts.places.label} className="flex gap-2 overflow-x-auto border-b border-line">
      {PLACES.map(([to, name]) => (
        <NavLink
          key={to}
          to={to}
          end
          // On a phone the row of links is wider than the page.
          ref={to === here ? scrollIntoRow : undefined}
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
