import type { User } from '@g2/gateway/contract/users';
import { Avatar, Menu, UnstyledButton, VisuallyHidden } from '@mantine/core';
import {
  IconLayoutDashboard,
  IconLogout,
  IconMessageCircle,
  IconRefresh,
  IconShieldCog,
  IconUser,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { unreadContactsQuery } from '../features/contact/api.ts';
import { texts } from '../features/session/texts.ts';
import { useLogout } from '../features/session/use-logout.ts';
import { messageOf } from '../lib/failures.ts';
import { formatInteger } from '../lib/format.ts';
import { clearPrivateStorage } from '../lib/private-storage.ts';
import { leaveSession, rereadUser } from '../lib/session.ts';
import { withMantine } from '../ui/mantine-root.tsx';
import { notify } from '../ui/toast-store.ts';

export const AvatarMenu = withMantine(AccountMenu);

function AccountMenu({ user }: { user: User }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const logout = useLogout();
  const { data: unread = 0 } = useQuery(unreadContactsQuery);
  const typeAhead = useTypeAhead();
  // The reloaded user may have another role.
  const refresh = () =>
    rereadUser(client).then(
      () => notify.success(texts.done.refreshed, texts.done.refreshedText),
      () => notify.error(texts.errors.refreshTitle, texts.errors.refreshText),
    );
  const signOut = () =>
    logout.mutate(undefined, {
      onSuccess: () => {
        // Navigate first: once the user is cleared, the guard of a protected page redirects to /auth.
        void navigate('/');
        leaveSession(client);
        clearPrivateStorage();
        notify.success(texts.done.logout, texts.done.goodbye);
      },
      onError: (error) => notify.error(texts.errors.logoutTitle, messageOf(error, texts.errors.logoutTitle)),
    });
  const isStaff = user.role === 'operator' || user.role === 'admin';
  return (
    <Menu position="bottom-end" width={250} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <UnstyledButton
          className="relative rounded-full"
          aria-label={unread > 0 ? texts.menu.openUnread : texts.menu.open}
        >
          <Avatar src={user.profileImageUrl} alt="" radius="50%" size={38} color="green" variant="filled">
            {/* The initial that spec §2 prescribes. */}
            {(user.firstName || user.email || 'U').charAt(0).toUpperCase()}
          </Avatar>
          {unread > 0 && (
            <span className="absolute top-0 right-0 size-2.75 border-2 border-ground rounded-full bg-accent" />
          )}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown onKeyDown={typeAhead}>
        <div className="-mx-1 mt-0 mb-1 px-4 pt-2 pb-3 border-b border-line">
          <div className="font-semibold">{user.firstName || user.email}</div>
          <div className="g2-meta">{user.email}</div>
        </div>
        <Menu.Item component={Link} to="/profile" leftSection={<IconUser size={17} aria-hidden />}>
          {texts.menu.profile}
        </Menu.Item>
        {/* Without unread messages the menu has exactly the items of spec §2. */}
        {unread > 0 && (
          <Menu.Item
            component={Link}
            to="/profile/atendimentos"
            leftSection={<IconMessageCircle size={17} aria-hidden />}
            rightSection={<span className="g2-badge bg-accent text-on-accent">{formatInteger(unread)}</span>}
          >
            {texts.menu.contacts}
            <VisuallyHidden>{texts.menu.unreadContacts}</VisuallyHidden>
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconRefresh size={17} aria-hidden />} onClick={() => void refresh()}>
          {texts.menu.refresh}
        </Menu.Item>
        {isStaff && (
          <Menu.Item
            component={Link}
            to="/operator"
            leftSection={<IconLayoutDashboard size={17} aria-hidden />}
          >
            {texts.menu.operator}
          </Menu.Item>
        )}
        {user.role === 'admin' && (
          <Menu.Item component={Link} to="/admin" leftSection={<IconShieldCog size={17} aria-hidden />}>
            {texts.menu.admin}
          </Menu.Item>
        )}
        <Menu.Item
          className="relative mt-2 before:absolute before:-inset-x-1 before:-top-1.25 before:border-t before:border-line"
          leftSection={<IconLogout size={17} aria-hidden />}
          onClick={signOut}
        >
          {texts.menu.logout}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Pause after which the typed letters are discarded (spec §9). */
const TYPE_AHEAD_RESET_MS = 1000;

/** Typed letters move a menu's focus to the next item that begins with them. */
function useTypeAhead(): (event: KeyboardEvent<HTMLElement>) => void {
  const typedPrefix = useRef({ text: '', typedAt: 0 });
  return (event) => {
    if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return;
    // Disables Mantine's search, which resets after half a second: it ignores events that are already handled.
    event.preventDefault();
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
    const isNewSearch = event.timeStamp - typedPrefix.current.typedAt > TYPE_AHEAD_RESET_MS;
    const text = (isNewSearch ? '' : typedPrefix.current.text) + event.key.toLowerCase();
    typedPrefix.current = { text, typedAt: event.timeStamp };
    // A repeated letter cycles through the items that begin with it; different letters may match the current item.
    const prefix = Array.from(text).every((letter) => letter === text[0]) ? event.key.toLowerCase() : text;
    const currentIndex =
      document.activeElement instanceof HTMLElement ? items.indexOf(document.activeElement) : -1;
    const startIndex = prefix.length === 1 ? currentIndex + 1 : Math.max(currentIndex, 0);
    const searchOrder = [...items.slice(startIndex), ...items.slice(0, startIndex)];
    searchOrder.find((item) => item.textContent?.trim().toLowerCase().startsWith(prefix))?.focus();
  };
}
