import { decodeAscii, decodeText, otherKindOf } from './decode-text.ts';
import { isFit } from './fit/decode.ts';
import { glanceAtFit, isOtherSport } from './fit/glance.ts';
import { otherKindOfFit } from './fit/read.ts';
import { textReaderOf, unknownTextMessage } from './text-formats.ts';
import { gunzippedHead, isGzip, isZip } from './unpack.ts';

/** First bytes of a file that `guessOf` looks at. */
export const guessBytes = 16_384;

/** The kind of a file by its first bytes: a readable file, an archive, or a file without a workout, with the reason. */
export type Guess =
  | { kind: 'file'; isTable: boolean }
  | { kind: 'archive' }
  | { kind: 'other'; message: string };

/** Guesses by the first `guessBytes` bytes of a file, or by all of a smaller one. @throws ArchiveError for a damaged gz file */
export function guessOf(head: Uint8Array): Guess {
  if (head.length === 0) return other('This file is empty.');
  if (isZip(head)) return { kind: 'archive' };
  if (isGzip(head)) {
    const inner = gunzippedHead(head, guessBytes);
    // Reading the file reports the error.
    if (inner.length === 0 || isZip(inner) || isGzip(inner)) return { kind: 'file', isTable: false };
    return guessOf(inner);
  }
  if (isFit(head)) {
    const { type } = glanceAtFit(head);
    const reason = type === null ? null : otherKindOfFit(type);
    return reason === null ? { kind: 'file', isTable: false } : other(reason);
  }
  const otherKind = otherKindOf(head);
  if (otherKind !== null) return other(`This is ${otherKind}, not a workout.`);
  const decoded = decodeText(head);
  if ('reason' in decoded) return other(decoded.reason);
  const { reader, body } = textReaderOf(decoded.text);
  return reader === null ? other(unknownTextMessage(body)) : { kind: 'file', isTable: !isXml.test(body) };
}

/** Whether the unpacked file as a whole has another sport, such as a run from a watch. */
export function isOfOtherSport(bytes: Uint8Array): boolean {
  if (isFit(bytes)) return isOtherSport(glanceAtFit(bytes));
  const head = decodeAscii(bytes.subarray(0, guessBytes));
  if (!/<(?:\w+:)?TrainingCenterDatabase[\s>]/.test(head) || !otherSport.test(head)) return false;
  const text = decodeAscii(bytes);
  const sports = text.match(/<(?:\w+:)?Activity\s[^>]*>/g) ?? [];
  return sports.every((sport) => otherSport.test(sport)) && !text.includes('Concept2');
}

/** The schema has only these and `Other`. */
const otherSport = /<(?:\w+:)?Activity\s[^>]*Sport=["'](?:Running|Biking)["']/;

const isXml = /^\s*</;
const other = (message: string): Guess => ({ kind: 'other', message });
