import { readFileSync } from 'node:fs';
import { IdentityRefusal } from './identity.ts';

/** The account that gets a new password; empty texts if there is none. */
type Owner = { name: string; email: string };

/** Passwords that rowers try first, besides the list of common ones. */
const ofTheSport = [
  'boathouse',
  'concept2',
  'ergometer',
  'erging',
  'indoorrowing',
  'regatta',
  'rower',
  'rowers',
  'rowing',
  'rowingclub',
  'sculling',
];

let common: ReadonlySet<string> | null = null;

/** The list is loaded when the first password is set; its source and license are in the file. */
function commonPasswords(): ReadonlySet<string> {
  common ??= new Set(
    readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#')),
  );
  return common;
}

/**
 * Returns why a text can't be a new password, as a sentence for the user; null if it can. Its length is the identity
 * library's business. Case and surrounding spaces make no difference.
 */
export function passwordProblemOf(password: string, { name, email }: Owner, productName = ''): string | null {
  const text = comparable(password);
  if (text === '') return 'A password of spaces alone is easy to guess. Choose another one.';
  if (text.length > 1 && new Set(withoutSpaces(text)).size === 1) {
    return 'One character repeated is easy to guess. Choose another password.';
  }
  if (commonPasswords().has(text) || commonPasswords().has(withoutSpaces(text)))
    return 'This is one of the most common passwords. Choose another one.';
  // `rowing2026!` is as easy to guess as `rowing`.
  const forms = [withoutSpaces(text), withoutTail(withoutSpaces(text))].filter((form) => form !== '');
  const isOneOf = (known: readonly string[]) => known.map(withoutSpaces).some((each) => forms.includes(each));
  if (isOneOf([...ofTheSport, productName])) {
    return 'Rowing and the name of this server are what others try first. Choose another password.';
  }
  const localPart = email.slice(0, email.lastIndexOf('@'));
  return isOneOf([name, email, localPart, ...name.split(/\s+/)])
    ? 'Your name and email are easy to guess. Choose another password.'
    : null;
}

/** @throws IdentityRefusal PASSWORD_TOO_WEAK */
export function refuseWeak(password: string, owner: Owner, productName: string): void {
  const problem = passwordProblemOf(password, owner, productName);
  if (problem !== null) throw new IdentityRefusal(400, 'PASSWORD_TOO_WEAK', problem);
}

const comparable = (text: string) => text.normalize('NFKC').trim().toLowerCase();
/** Without digits, punctuation and symbols at the end. */
const withoutTail = (text: string) => text.replace(/[\d\p{P}\p{S}]+$/u, '');
const withoutSpaces = (text: string) => comparable(text).replaceAll(/\s/g, '');
