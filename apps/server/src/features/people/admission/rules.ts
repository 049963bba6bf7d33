import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import type { SignUpMode } from '@boathouse/contract/administration/sign-up';

/** The alphabet lacks letters and digits that look alike. */
const codeLetters = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const codeGroups = 3;
const groupLength = 4;

/** Returns a code of 59 random bits, such as `7KQP-3MZD-9XWF`. */
export function newSetUpCode(): string {
  const group = () =>
    Array.from({ length: groupLength }, () => codeLetters[randomInt(codeLetters.length)]).join('');
  return Array.from({ length: codeGroups }, group).join('-');
}

/** Compares a code as a user types it, in a time that does not depend on the position of an error. */
export function isSameCode(typed: string, code: string): boolean {
  const digestOf = (text: string) =>
    createHash('sha256')
      .update(text.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''))
      .digest();
  return timingSafeEqual(digestOf(typed), digestOf(code));
}

/** Why a new account is refused, so that the page can suggest what to do. */
export function refusalWords(mode: Exclude<SignUpMode, 'open'>, hasInvitation: boolean): string {
  if (mode === 'closed') return 'This server takes no new accounts. Ask its administrator.';
  return hasInvitation
    ? 'This invitation is not valid any more. Ask for a new link.'
    : 'This server takes new accounts by invitation only. Open the link that its administrator has sent you.';
}
