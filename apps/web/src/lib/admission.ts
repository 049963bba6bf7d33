import { SecretKeySchema } from '@boathouse/contract/ids';

/**
 * The key that admits a new account if sign-up is not open to everyone: stored for this tab until the account's record
 * is made, which may be after a sign-in in a popup.
 */
const keptKey = 'sign-up-invitation';
let setUpCode: string | null = null;

/** Keeps the key of a link such as `/register#key`; ignores other fragments. */
export function keepSignUpInvitation(hash: string): void {
  const key = SecretKeySchema.safeParse(hash.replace(/^#/, ''));
  if (!key.success) return;
  try {
    sessionStorage.setItem(keptKey, key.data);
  } catch {
    // Storage can be disabled; the visitor then signs up on the page of the link.
  }
}

export function keepSetUpCode(code: string): void {
  setUpCode = code;
}

/** Returns the fields of a call that makes an account. */
export function admission(): { invitation?: string; setUpCode?: string } {
  const invitation = keptInvitation();
  return {
    ...(invitation === null ? {} : { invitation }),
    ...(setUpCode === null ? {} : { setUpCode }),
  };
}

export function hasSignUpInvitation(): boolean {
  return keptInvitation() !== null;
}

export function forgetAdmission(): void {
  setUpCode = null;
  try {
    sessionStorage.removeItem(keptKey);
  } catch {
    // There is nothing to delete.
  }
}

function keptInvitation(): string | null {
  try {
    return sessionStorage.getItem(keptKey);
  } catch {
    return null;
  }
}
