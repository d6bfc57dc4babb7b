/** Assignment or removal of a registration for one member of staff, from an event. */
export type AssignmentNotice = {
  operatorId: string;
  registrationId: string;
  /** Owner of the registration; absent in rows of an earlier release. */
  userId: string | undefined;
  title: string;
  eventId: string;
  /** True: assigned to the operator; false: taken away. */
  isTheirs: boolean;
  /** Needs no mail: the operator did it, or the event is too old. */
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

/** Sorted by id: concurrent transactions lock the rows in the same order. */
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
