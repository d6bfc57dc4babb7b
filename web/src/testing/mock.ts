import type { Db } from '../mock/db.ts';
import { open } from './render.tsx';
import { leaveToMock } from './server.ts';

/** Shows the application at an address to whoever is signed in at the mock, by its own state. */
export function openMocked(address: string, db: Db): void {
  open(address, db.sessionUserId === null ? null : db.me);
  leaveToMock('getCurrentUser');
}
