import { readFileSync } from 'node:fs';

/** The account that gets a new password; empty texts where there is none. */
type Owner = { name: string; email: string };

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
export function passwordProblemOf(password: string, { name, email }: Owner): string | null {
  const text = comparable(password);
  if (text === '') return 'A password of spaces alone is easy to guess. Choose another one.';
  if (commonPasswords().has(text)) return 'This is one of the most common passwords. Choose another one.';
  const localPart = email.slice(0, email.lastIndexOf('@'));
  const isOwn = [name, email, localPart].some((own) => withoutSpaces(own) === withoutSpaces(text));
  return isOwn ? 'Your name and email are easy to guess. Choose another password.' : null;
}

const comparable = (text: string) => text.normalize('NFKC').trim().toLowerCase();
const withoutSpaces = (text: string) => comparable(text).replaceAll(/\s/g, '');
