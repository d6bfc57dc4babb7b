import {
  type HistoryEntry as ProtoEntry,
  type Registration as ProtoRegistration,
  StaffView,
} from '@g2/proto/registration';
import { detailsOf } from '@g2/terms/details';
import type { HistoryEntry, Registration, StaffRegistration } from '../../contract/registrations.ts';
import type { Wide } from '../route.ts';
import { present } from './common.ts';
import { type Names, presentName, presentPerson } from './people.ts';

export const presentRegistration = ({
  details,
  staff: _staff,
  ...it
}: ProtoRegistration): Wide<Registration> => ({
  ...present(it),
  ...detailsOf((name) => details?.[name]),
  // Earlier releases of the registration service do not send versions.
  versionNumber: it.versionNumber || 1,
  rootId: it.rootId || it.id,
});

export const peopleIn = (it: ProtoRegistration): (string | undefined)[] => [
  it.userId,
  it.assignedOperatorId,
  ...(it.staff?.internalNotes.map((note) => note.authorId) ?? []),
];

/** Registration as staff sees it. The added fields must never reach a client. */
export function presentForStaff(it: ProtoRegistration, names: Names): Wide<StaffRegistration> {
  const staff = it.staff ?? StaffView.create();
  return {
    ...presentRegistration(it),
    ...present(staff),
    applicant: presentPerson(it.userId, names),
    assignedOperator: presentPerson(it.assignedOperatorId, names),
    internalNotes: staff.internalNotes.map((note) => ({
      ...present(note),
      authorName: presentName(note.authorId, names) ?? '—',
    })),
  };
}

/** History entry as staff sees it: clients must not receive `notes`. */
export const presentEntry = (it: ProtoEntry, names: Names): Wide<HistoryEntry> => ({
  ...present(it),
  changedByName: presentName(it.changedBy, names),
});
