import type { Db } from '../mock/db.ts';
import { open } from './render.tsx';
import { leaveToMock } from './server.ts';

/** Opens the application at an address as the mock's signed-in user; the mock answers from its state. */
export function openMocked(address: string, db: Db): void {
  open(address, db.sessionUserId === null ? null : db.me);
  leaveToMock('getCurrentUser');
}
