export type WithoutNulls<T> = {
  [Key in keyof T]: null extends T[Key] ? Exclude<T[Key], null> | undefined : T[Key];
};

/** Converts a database row to a message: null becomes undefined, which the codec omits. */
export function withoutNulls<T extends object>(row: T): WithoutNulls<T> {
  const sent: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(row)) sent[key] = value ?? undefined;
  return sent as WithoutNulls<T>;
}
