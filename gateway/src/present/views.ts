import type { Logger } from '@g2/kit/log';
import type { History, Registration as ProtoRegistration } from '@g2/proto/registration';
import type { Registration, StaffRegistration } from '../../contract/registrations.ts';
import { type Deps, isStaff, type Wide } from '../route.ts';
import type { Session } from '../sessions.ts';
import { type PageQuery, pageOfWhole } from './common.ts';
import { namesOf } from './people.ts';
import { peopleIn, presentEntry, presentForStaff, presentRegistration } from './registrations.ts';

type Log = Pick<Logger, 'warn'>;

export async function staffView(
  { clients }: Deps,
  it: ProtoRegistration,
  session: Session,
  log: Log,
): Promise<Wide<StaffRegistration>> {
  return presentForStaff(it, await namesOf(clients.identity, peopleIn(it), { token: session.tokens }, log));
}

export async function registrationFor(
  deps: Deps,
  it: ProtoRegistration,
  session: Session,
  log: Log,
): Promise<Wide<StaffRegistration> | Wide<Registration>> {
  return isStaff(session) ? staffView(deps, it, session, log) : presentRegistration(it);
}

export async function staffHistory(
  { clients }: Deps,
  history: History,
  session: Session,
  request: PageQuery,
  log: Log,
) {
  const page = pageOfWhole(request, history.items);
  const ids = page.items.map((one) => one.changedBy);
  const names = await namesOf(clients.identity, ids, { token: session.tokens }, log);
  return { ...page, items: page.items.map((one) => presentEntry(one, names)) };
}

/** History of a registration; clients receive it without notes. */
export async function historyFor(
  deps: Deps,
  history: History,
  session: Session,
  request: PageQuery,
  log: Log,
) {
  const page = await staffHistory(deps, history, session, request, log);
  if (isStaff(session)) return page;
  return { ...page, items: page.items.map(({ notes: _staffs, ...entry }) => entry) };
}
