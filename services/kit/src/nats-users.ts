import { type BusUser, busUsers, permissionsOf } from './nats-permissions.ts';

/** NATS user with all rights. Only operators' commands use it, no program. */
export const OPS_USER = 'ops';
export type NatsUser = BusUser | typeof OPS_USER;
export const natsUsers: readonly NatsUser[] = [OPS_USER, ...busUsers];

const list = (subjects: readonly string[]): string =>
  subjects.length === 0 ? '{ deny: ">" }' : `{ allow: ${JSON.stringify(subjects)} }`;

/** `authorization` block of a NATS configuration. @param passwordOf quoted string, or variable like `$NATS_PASSWORD` */
export function natsAuthorization(passwordOf: (user: NatsUser) => string, prefix: string): string {
  const users = natsUsers.map((user) => {
    const head = `user: ${JSON.stringify(user)}, password: ${passwordOf(user)}`;
    if (user === OPS_USER) return `    { ${head} }`;
    const { publish, subscribe } = permissionsOf(user, prefix);
    return `    { ${head}, permissions: {\n      publish: ${list(publish)}\n      subscribe: ${list(subscribe)} } }`;
  });
  return `authorization {\n  users: [\n${users.join('\n')}\n  ]\n}\n`;
}
