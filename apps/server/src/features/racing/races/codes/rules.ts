import { createHmac } from 'node:crypto';

/** Crockford's Base32: without I, L, O and U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codeLength = 8;

/** Returns the code of an entry: 40 bits that only the installation can compute. `number` counts its codes from 1. */
export function codeOf(key: Buffer, entryId: string, number: number): string {
  const bytes = createHmac('sha256', key).update(`${entryId} ${number}`).digest().subarray(0, codeLength);
  return Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('');
}

/** Returns the code as people read it: `7KQ2-M9XD`. */
export function codeInWords(code: string): string {
  return `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`;
}

/** Returns a typed code as `codeOf` writes it, with the letters that Crockford's Base32 reads as digits; null for another text. */
export function typedCode(text: string): string | null {
  const code = text.toUpperCase().replace(/[\s-]/gu, '').replace(/O/gu, '0').replace(/[IL]/gu, '1');
  return code.length === codeLength && Array.from(code).every((each) => alphabet.includes(each))
    ? code
    : null;
}

/** Returns what is stored of a code: the key makes it useless to a reader of the database, though codes are short. */
export function codeDigest(key: Buffer, code: string): string {
  return createHmac('sha256', key).update(`digest ${code}`).digest('base64url');
}

/** Returns when the codes of a race day end: with the day after, by its clock. */
export function codesEndAt({ day, timeZone }: { day: string; timeZone: string }): Date {
  const end = Temporal.PlainDate.from(day).add({ days: 2 }).toZonedDateTime(timeZone);
  return new Date(end.epochMilliseconds);
}

/** Whether an entry may have a code: a member's belongs to their account, and a scratched one does not row. */
export function hasCode(entry: {
  userId: string | null;
  claimedAt: Date | null;
  isScratched: boolean;
}): boolean {
  return (entry.userId === null || entry.claimedAt !== null) && !entry.isScratched;
}
