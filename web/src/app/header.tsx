import { MARK } from '@g2/gateway/contract/brand';
import { translationsOf } from '@g2/gateway/contract/pages';
import { IconMenu2, IconMoon, IconSun } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { type ComponentType, useRef } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { useLanguage, usePath, useTexts } from '../lib/language.ts';
import { userQuery } from '../lib/session.ts';
import { lazyWithPreload } from '../ui/lazy-with-preload.tsx';
import { ButtonLink } from '../ui/plain-button.tsx';
import classes from './shell.module.css';
import { signedInTexts, texts } from './texts.ts';

/** A part of the header for signed-in users, in a separate chunk. Renders nothing if the chunk cannot be loaded. */
const lazySignedInPart = <P extends object>(
  fetchPart: (parts: typeof import('./signed-in.ts')) => Promise<ComponentType<P>>,
) => lazyWithPreload<P>(() => import('./signed-in.ts').then(fetchPart).catch(() => () => null), null);

const AvatarMenu = lazyWithPreload(
  () => import('./signed-in.ts').then(({ fetchAvatarMenu }) => fetchAvatarMenu()),
  <span className="size-9.5" />,
);
const UploadChip = lazySignedInPart(({ fetchUploadChip }) => fetchUploadChip());
const OpenContacts = lazySignedInPart(({ fetchOpenContacts }) => fetchOpenContacts());
const UnreadMessages = lazySignedInPart(({ fetchUnreadMessages }) => fetchUnreadMessages());
const FinderButton = lazySignedInPart(({ fetchFinderButton }) => fetchFinderButton());

const ICON_BUTTON_CLASSES =
  'g2-bare g2-mark size-8.5 p-0 rounded-sm text-muted hover:bg-sunken active:translate-y-px';

export function Header() {
  const { data: user, isPending } = useQuery(userQuery);
  const { pathname } = useLocation();
  const path = usePath();
  const t = useTexts(texts).header;
  const isVisitor = !user && !isPending;
  const isStaff = user?.role === 'operator' || user?.role === 'admin';
  return (
    <header className="sticky top-0 z-100 border-b border-line bg-ground/92 backdrop-blur-[10px] print:hidden">
      <div
        className={clsx(
          'g2-line justify-between gap-3 h-16 mx-auto px-(--g2-gutter) phone:px-3',
          // For staff, the header has the width of their pages on every page, so that its width does not change.
          isStaff ? 'max-w-(--g2-page-wide)' : 'max-w-(--g2-page)',
        )}
      >
        <Link
          to={path('/')}
          className="g2-inline g2-title gap-2 min-w-0 text-md text-ink leading-[1.15] no-underline phone:max-w-37 phone:text-sm"
        >
          <LogoMark />
          <span className={isStaff ? 'phone:sr-only' : undefined}>{t.appName}</span>
        </Link>
        {isVisitor && pathname !== '/auth' && <SiteLinks />}
        <div className="g2-line flex-1 justify-end min-w-0">
          {isStaff && <StaffLinks isAdmin={user.role === 'admin'} />}
          {user?.role === 'client' && <ClientLinks pathname={pathname} />}
          {user && <UploadChip userId={user.id} />}
          {isStaff && <FinderButton role={user.role} />}
          {(isVisitor || pathname !== '/') && (
            <OtherLanguageLink className={clsx(classes.link, isStaff && 'narrow:hidden')} />
          )}
          <ThemeToggle />
          {isPending && <span className="size-9.5" />}
          {user && <AvatarMenu user={user} />}
          {isVisitor && pathname !== '/auth' && (
            <ButtonLink to="/auth" size="sm">
              {t.login}
              {t.loginNote !== '' && <span className="narrow:sr-only"> {t.loginNote}</span>}
            </ButtonLink>
          )}
        </div>
      </div>
    </header>
  );
}

/** Links to public pages, shown where the window is wide enough. */
function SiteLinks() {
  const t = useTexts(texts).header.site;
  const path = usePath();
  return (
    <nav className="hidden desktop:flex desktop:gap-1 desktop:ml-6" aria-label={t.label} data-site-links>
      <a href={`${path('/')}#como-funciona`} className={classes.link}>
        {t.howItWorks}
      </a>
      <a href={`${path('/')}#precos`} className={classes.link}>
        {t.prices}
      </a>
      <Link to={path('/verificar')} className={classes.link ?? ''}>
        {t.verify}
      </Link>
      <Link to={path('/help')} className={classes.link ?? ''} target="_blank" rel="noopener">
        {t.help}
      </Link>
    </nav>
  );
}

/** Link to the page in the other language, if it exists; a small screen shows only the language's code. */
function OtherLanguageLink({ className }: { className: string }) {
  const t = useTexts(texts).header;
  const otherLanguage = useLanguage() === 'en' ? 'pt-BR' : 'en';
  const to = translationsOf(useLocation().pathname)?.[otherLanguage];
  if (to === undefined) return null;
  return (
    <Link to={to} lang={otherLanguage} hrefLang={otherLanguage} className={className}>
      <span className="narrow:sr-only">{t.otherLanguage}</span>
      <span className="hidden uppercase narrow:inline" aria-hidden>
        {otherLanguage.slice(0, 2)}
      </span>
    </Link>
  );
}

const CLIENT_PAGES = [
  { name: signedInTexts.registrations, to: '/dashboard', pathPattern: /^\/($|dashboard|registros\/)/ },
  { name: signedInTexts.credits, to: '/creditos', pathPattern: /^\/creditos/ },
  { name: signedInTexts.receipts, to: '/recibos', pathPattern: /^\/recibos/ },
  { name: texts.header.site.help, to: '/help', pathPattern: /^\/help/, target: '_blank', rel: 'noopener' },
];

/** Links to the client's pages: a row in a wide window, else a menu that a button opens. */
function ClientLinks({ pathname }: { pathname: string }) {
  const nav = useRef<HTMLElement>(null);
  return (
    <>
      <button
        type="button"
        className={clsx(ICON_BUTTON_CLASSES, 'desktop:hidden')}
        popoverTarget="client-pages"
      >
        <IconMenu2 size={20} aria-hidden />
        <span className="g2-hidden">{signedInTexts.menu}</span>
      </button>
      <nav
        ref={nav}
        id="client-pages"
        popover="auto"
        className={clsx('g2-panel', classes.pages)}
        aria-label={signedInTexts.menu}
      >
        {CLIENT_PAGES.map(({ name, pathPattern, ...link }) => (
          <Link
            key={name}
            {...link}
            className={clsx(classes.link, 'block')}
            aria-current={pathPattern.test(pathname) ? 'page' : undefined}
            onClick={() => nav.current?.hidePopover()}
          >
            {name}
          </Link>
        ))}
      </nav>
    </>
  );
}

function StaffLinks({ isAdmin }: { isAdmin: boolean }) {
  // The link to the queue must not be active on /operator/atendimentos, which has a separate link.
  const isContactsPage = useLocation().pathname.startsWith('/operator/atendimentos');
  return (
    <nav
      className="flex gap-1.5 min-w-0 mr-auto overflow-x-auto phone:gap-0"
      aria-label={signedInTexts.staffPages}
    >
      <NavLink to="/operator" end={isContactsPage} className={classes.link ?? ''}>
        {signedInTexts.queue}
      </NavLink>
      <UnreadMessages />
      <NavLink to="/operator/atendimentos" className={clsx(classes.link, 'narrow:hidden')}>
        {signedInTexts.contacts}
        <OpenContacts />
      </NavLink>
      {isAdmin && (
        <NavLink to="/admin" className={classes.link ?? ''}>
          {signedInTexts.administration}
        </NavLink>
      )}
    </nav>
  );
}

/** Renders both labels; CSS shows the right one from the first paint. `public/theme.js` handles clicks. */
function ThemeToggle() {
  const t = useTexts(texts).header;
  return (
    <button type="button" className={ICON_BUTTON_CLASSES} data-scheme-toggle>
      <span className="grid dark:hidden">
        <IconMoon size={20} aria-hidden />
        <span className="g2-hidden">{t.switchToDark}</span>
      </span>
      <span className="hidden dark:grid">
        <IconSun size={20} aria-hidden />
        <span className="g2-hidden">{t.switchToLight}</span>
      </span>
    </button>
  );
}

/** The logo: a sheet with a folded corner and the monogram. Decorative, because the name is beside it. */
function LogoMark() {
  return (
    <svg width="34" height="34" viewBox="0 0 40 40" aria-hidden="true" focusable="false">
      <path d={MARK.sheet} fill="var(--g2-accent)" />
      <path d={MARK.fold} fill="color-mix(in srgb, var(--g2-accent) 45%, var(--g2-bg))" />
      <g
        fill="none"
        stroke="var(--g2-on-accent)"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        {MARK.letters.map((path) => (
          <path key={path} d={path} />
        ))}
      </g>
    </svg>
  );
}
