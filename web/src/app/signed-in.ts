/** Parts of the header for signed-in users, each in a separate chunk. */

export const fetchAvatarMenu = () => import('./avatar-menu.tsx').then((m) => m.AvatarMenu);

export const fetchUploadChip = () => import('../features/wizard/upload-chip.tsx').then((m) => m.UploadChip);

export const fetchOpenContacts = () =>
  import('../features/operator/contacts/open-contacts.tsx').then((m) => m.OpenContacts);

export const fetchUnreadMessages = () =>
  import('../features/operator/unread-messages.tsx').then((m) => m.UnreadMessages);

export const fetchFinderButton = () =>
  import('../features/finder/finder-button.tsx').then((m) => m.FinderButton);
