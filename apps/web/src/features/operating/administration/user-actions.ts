import type { AdministeredUser } from '@boathouse/contract/administration/calls';
import type { UserAction } from './api.ts';

export const userWords = {
  resetLink: 'Make a reset link',
  endLogins: 'Log out everywhere',
  lock: 'Lock',
  unlock: 'Unlock',
  makeAdministrator: 'Make administrator',
  revokeAdministrator: 'Revoke administrator',
  remove: 'Delete',
} as const satisfies Record<UserAction, string>;

/**
 * Returns an administrator's actions on a user. Another administrator can be locked or deleted only after losing
 * that role.
 */
export function userActionsOf(user: AdministeredUser, ownId: string): UserAction[] {
  const isOther = user._id !== ownId;
  const isLocked = user.lockedAt !== null;
  return [
    ...(user.email === null ? [] : ['resetLink' as const]),
    'endLogins',
    ...(isLocked ? ['unlock' as const] : user.isAdministrator ? [] : ['lock' as const]),
    ...(user.isAdministrator
      ? ['revokeAdministrator' as const]
      : isLocked
        ? []
        : ['makeAdministrator' as const]),
    ...(isOther && !user.isAdministrator ? ['remove' as const] : []),
  ];
}

type Question = (name: string) => { title: string; details: string };

/** Asked before an action that the next click can't undo. */
export const userQuestions: Partial<Record<UserAction, Question>> = {
  endLogins: (name) => ({
    title: `Log ${name} out everywhere?`,
    details: 'All devices log out, also in the middle of a workout. The workout is kept on its device.',
  }),
  lock: (name) => ({
    title: `Lock the account of ${name}?`,
    details: `${name} is logged out at once and can't log in until you unlock the account. Nothing is deleted.`,
  }),
  makeAdministrator: (name) => ({
    title: `Make ${name} administrator?`,
    details: `${name} can then do all that you can do here, also with you.`,
  }),
  revokeAdministrator: (name) => ({
    title: `Revoke ${name} as administrator?`,
    details: 'The account stays as it is otherwise.',
  }),
  remove: (name) => ({
    title: `Delete the account of ${name}?`,
    details: "This can't be undone. Results in clubs' sessions stay without the name, all else is deleted.",
  }),
};
