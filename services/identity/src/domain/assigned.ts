/** What an event says of a registration and one of the staff. */
export type Word = {
  operatorId: string;
  registrationId: string;
  /** The owner of the registration; absent in rows of an earlier release. */
  userId: string | undefined;
  title: string;
  eventId: string;
  /** Given to them; else taken from them. */
  isTheirs: boolean;
  /** They know, since they did it themselves, or it is no news any more. */
  isKnown: boolean;
};

export type Change = {
  registrationId: string;
  userId?: string | undefined;
  title: string;
  operatorId?: string | undefined;
  before?: string | undefined;
  /** Absent in the words of an earlier version: nobody is told of those. */
  by?: string | undefined;
};

/**
 * What a change of an assignment says to whoever had it and whoever has it. In one order, whatever the direction: where two
 * changes of one registration are noted at once, neither waits for the other.
 */
export function wordsOf(
  { registrationId, userId, title, operatorId, before, by }: Change,
  eventId: string,
  isNews: boolean,
): Word[] {
  const word = (id: string | undefined, isTheirs: boolean): Word[] => {
    if (id === undefined) return [];
    const isKnown = !isNews || by === undefined || by === id;
    return [
      { operatorId: id, registrationId, userId: userId || undefined, title, eventId, isTheirs, isKnown },
    ];
  };
  return [...word(before, false), ...word(operatorId, true)].toSorted((a, b) =>
    a.operatorId < b.operatorId ? -1 : 1,
  );
}
