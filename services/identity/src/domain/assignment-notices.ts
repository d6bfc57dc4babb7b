/** Notice from an event: a registration was assigned to one member of staff or taken away. */
export type AssignmentNotice = {
  operatorId: string;
  registrationId: string;
  /** Owner of the registration; absent in events of an earlier release. */
  userId: string | undefined;
  title: string;
  eventId: string;
  /** True: assigned to the operator; false: taken away. */
  isTheirs: boolean;
  /** True when the operator made the change, its author is unknown, or the event is too old. */
  needsNoMail: boolean;
};

export type AssignmentChange = {
  registrationId: string;
  userId?: string | undefined;
  title: string;
  operatorId?: string | undefined;
  before?: string | undefined;
  /** Who made the change. Absent in events of an earlier version, which cause no mail. */
  by?: string | undefined;
};

/** Notices for the former and the new operator, sorted by id: concurrent transactions lock in the same order. */
export function noticesOf(
  { registrationId, userId, title, operatorId, before, by }: AssignmentChange,
  eventId: string,
  isRecent: boolean,
): AssignmentNotice[] {
  const notice = (id: string | undefined, isTheirs: boolean): AssignmentNotice[] => {
    if (id === undefined) return [];
    const needsNoMail = !isRecent || by === undefined || by === id;
    return [
      { operatorId: id, registrationId, userId: userId || undefined, title, eventId, isTheirs, needsNoMail },
    ];
  };
  return [...notice(before, false), ...notice(operatorId, true)].toSorted((a, b) =>
    a.operatorId < b.operatorId ? -1 : 1,
  );
}
