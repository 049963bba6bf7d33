import * as z from 'zod/mini';

/** Matches a visible character: a letter, digit, sign or emoji, but not a blank, control or zero-width character. */
const isVisible = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Requires at least one visible character: a text of zero-width characters looks empty. */
export function visible(error: string) {
  return z.regex(isVisible, { error, abort: true });
}

/** Scripts whose spelling needs the zero-width joiner and non-joiner (U+200D, U+200C) inside words. */
const joinedScripts = [
  'Arabic',
  'Syriac',
  'Mongolian',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Khmer',
  'Myanmar',
]
  .map((script) => String.raw`\p{scx=${script}}`)
  .join('');

const joinersInWords = String.raw`(?<=[${joinedScripts}])[\u200c\u200d](?=[${joinedScripts}])`;
const joinersInEmoji = String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})`;
/** The flags of England, Scotland and Wales are a black flag followed by tag characters (UTS #51, annex C). */
const tagsOfFlags = String.raw`(?<=\u{1f3f4}[\u{e0020}-\u{e007f}]{0,6})[\u{e0020}-\u{e007f}]`;

/**
 * Controls, line breaks, bidirectional controls, zero-width characters and fillers. In a name they hide or reorder the
 * text that users read, so that one name can look like another.
 */
const isHidden = new RegExp(
  String.raw`(?!${joinersInWords}|${joinersInEmoji}|${tagsOfFlags})[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]`,
  'u',
);

/** No language stacks this many on one letter; longer runs cover the lines above and below. */
const marksMax = 6;
const isMarkRun = new RegExp(String.raw`\p{M}{${marksMax + 1}}`, 'u');

const isNot = (pattern: RegExp) => (text: string) => !pattern.test(text);

/**
 * A name or title on one line, trimmed, with each run of blanks as one space (U+0020).
 * @param what the subject of its messages, such as "A name"
 */
export function lineOfText(what: string, max: number) {
  return z.string().check(
    z.normalize(),
    z.trim(),
    z.overwrite((text) => text.replaceAll(/\p{Zs}+/gu, ' ')),
    visible(`${what} is required`),
    // Ends the checks: the patterns below would take long on a long text.
    z.maxLength(max, { error: `${what} has at most ${max} characters`, abort: true }),
    z.refine(isNot(isHidden), {
      error: `${what} must not contain line breaks, control characters or invisible characters`,
    }),
    z.refine(isNot(isMarkRun), {
      error: `${what} must not stack more than ${marksMax} accents on one letter`,
    }),
  );
}
