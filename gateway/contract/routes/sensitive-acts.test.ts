import { SENSITIVE_ACTS } from '@g2/terms/sensitive-acts';
import { describe, expect, it } from 'vitest';
import { ALL_ROUTES } from './all.ts';
import { isUnsafe } from './route.ts';

const sensitive: string[] = SENSITIVE_ACTS.flatMap(({ routes }) => [...routes]);

/** Unsafe account and admin routes that need no confirmation, with the reason. */
const NOT_SENSITIVE: Readonly<Record<string, string>> = {
  updateCurrentUser: 'the own names',
  forgotPassword: 'anybody may ask; the mail goes to the owner',
  setPasswordByLink: 'the link of the mail is the proof',
  allowSignIn: 'the link of the mail is the proof, and the password is still asked for',
  verifyEmail: 'the link of the mail is the proof; what it confirms was asked in a confirmed session',
  resendVerification: 'one more mail to the address of the account',
  revokeApiToken: 'only takes rights away, and must not wait',
  renamePasskey: 'a name for the owner alone',
  startConfirm: 'is the confirmation',
  confirmIdentity: 'is the confirmation',
  addReason: 'a text that staff choose from',
  changeReason: 'a text that staff choose from',
  archiveReason: 'a text that staff choose from',
  assignOperator: 'can be undone, and moves no status',
  unassignOperator: 'can be undone, and moves no status',
  restoreAssignments: 'gives back what was assigned before',
  remindOfPayment: 'a mail to the owner',
  refuseApproval: 'leaves everything as it is',
  withdrawApproval: 'leaves everything as it is',
  replayWebhookEvent: 'does what the provider has said, once',
};

describe('the table of sensitive operations', () => {
  it('names existing routes, each once', () => {
    const known = new Set(ALL_ROUTES.map(([id]) => id));
    expect(sensitive.filter((id) => !known.has(id))).toEqual([]);
    expect(new Set(sensitive).size).toBe(sensitive.length);
  });

  it('contains every unsafe account and admin route that is not a listed exception', () => {
    const changing = ALL_ROUTES.filter(
      ([, { method, path }]) => isUnsafe(method) && /^\/api\/(admin|auth)\//.test(path),
    ).map(([id]) => id);
    const listed = [...sensitive, ...Object.keys(NOT_SENSITIVE)];
    expect(changing.filter((id) => !listed.includes(id))).toEqual([]);
    expect(
      Object.keys(NOT_SENSITIVE).filter((id) => !changing.includes(id) || sensitive.includes(id)),
    ).toEqual([]);
  });
});
