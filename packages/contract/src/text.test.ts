import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ClubPatchSchema } from './clubs.ts';
import { CommentMessageSchema } from './comments.ts';
import { NewSessionSchema } from './sessions.ts';
import { lineOfText } from './text.ts';
import { DisplayNameSchema } from './users.ts';

const session = (title: string, workoutItem: string) => ({
  title,
  hostUser: '019a0000-0000-7000-8000-000000000001',
  startAt: '2026-11-21T10:00:00Z',
  isAccessibleByLink: true,
  workoutItems: [workoutItem],
});

describe('a required text', () => {
  it.each([
    ['nothing', ''],
    ['blanks of several kinds', ' \u00a0\u2003\u3000\t\n'],
    ['zero-width characters', '\u200b\u200d\u2060\ufeff\u00ad'],
    ['fillers', '\u3164\u115f\u2800'],
    ['control and direction characters', '\u0007\u202e\u2066'],
  ])('[SET-2] [WORK-1] [CLUB-1] [SOCIAL-1] is missing when it is %s', (_, text) => {
    expect(DisplayNameSchema.safeParse(text).error?.issues[0]?.message).toBe('A name is required');
    expect(CommentMessageSchema.safeParse(text).success).toBe(false);
    expect(ClubPatchSchema.safeParse({ name: text }).success).toBe(false);
    expect(NewSessionSchema.safeParse(session(text, '2k')).success).toBe(false);
    expect(NewSessionSchema.safeParse(session('Pieces', text)).success).toBe(false);
  });

  it.each(['Ann', '李', '🚣🏽‍♀️', 'İ', '.', 'Zoë', 'אבי'])('[SET-2] [SOCIAL-1] may be %j', (text) => {
    expect(DisplayNameSchema.safeParse(text).success).toBe(true);
    expect(CommentMessageSchema.safeParse(text).success).toBe(true);
    expect(NewSessionSchema.safeParse(session(text, text)).success).toBe(true);
  });
});

describe('a name', () => {
  it.each([
    ['a right-to-left override', 'Ann\u202egro.live'],
    ['a bidirectional isolate', 'Ann \u2066Oar\u2069'],
    ['a right-to-left mark', 'Ann\u200f Oar'],
    ['an Arabic letter mark', 'Ann\u061c'],
    ['a zero-width space', 'Zoë\u200b'],
    ['a zero-width joiner between Latin letters', 'An\u200dn'],
    ['a zero-width non-joiner at its end', 'علی\u200c'],
    ['a joiner without a second emoji', '🚣\u200d'],
    ['a word joiner', 'An\u2060n'],
    ['a byte order mark', 'An\ufeffn'],
    ['a soft hyphen', 'An\u00adn'],
    ['a filler', 'Ann\u3164Oar'],
    ['a line break', 'Ann\r\nX: y'],
    ['a line separator', 'Ann\u2028Oar'],
    ['a tab', 'Ann\tOar'],
    ['a C1 control', 'Ann\u0085Oar'],
    ['tags outside a flag', 'Ann\u{e0041}'],
    ['half a surrogate pair', 'Ann\ud83d'],
  ])('[SET-2] [CLUB-1] [WORK-1] is refused with %s, with a message', (_, name) => {
    const message = 'must not contain line breaks, control characters or invisible characters';
    expect(DisplayNameSchema.safeParse(name).error?.issues[0]?.message).toBe(`A name ${message}`);
    expect(ClubPatchSchema.safeParse({ name }).success).toBe(false);
    expect(NewSessionSchema.safeParse(session(name, '2k')).error?.issues[0]?.message).toBe(
      `A title ${message}`,
    );
  });

  it('[SET-2] is refused with a stack of combining marks, and may have a few', () => {
    const marks = (count: number) => `A${'\u0316'.repeat(count)}nn`;
    expect(DisplayNameSchema.safeParse(marks(7)).error?.issues[0]?.message).toBe(
      'A name must not stack more than 6 accents on one letter',
    );
    expect(DisplayNameSchema.safeParse(marks(6)).success).toBe(true);
  });

  it.each([
    ['Persian with a non-joiner', 'می\u200cخواهم'],
    ['Sinhala with a joiner', 'ශ්\u200dරී'],
    ['Hindi with a joiner', 'क्\u200dष'],
    ['a family', '👨\u200d👩\u200d👧'],
    ['a rower with a skin tone', '🚣🏽\u200d♀️'],
    ['the flag of Scotland', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
    ['Hebrew with points', 'שָׁלוֹם'],
    ['Thai', 'น้ำผึ้ง'],
    ['an apostrophe and a hyphen', 'Anne-Marie O’Neil'],
  ])('[SET-2] may be %s', (_, name) => {
    expect(DisplayNameSchema.safeParse(name).data).toBe(name.normalize());
  });

  it('[SET-2] has one space instead of several of any width', () => {
    expect(DisplayNameSchema.parse('  Ann\u00a0\u2003  Oar ')).toBe('Ann Oar');
  });

  it('[SET-2] a text that is too long is refused only for its length', () => {
    const line = lineOfText('A name', 80);
    for (const text of [
      '\u{1f3f4}' + '\u{e0041}'.repeat(60_000),
      'a' + '\u0301'.repeat(200_000),
      'a\u200d'.repeat(99),
    ]) {
      expect(line.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([
        'A name has at most 80 characters',
      ]);
    }
  });

  it('[SET-2] an accepted text stays the same when it is sent again', () => {
    const line = lineOfText('A name', 80);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 12 }), (text) => {
        const accepted = line.safeParse(text);
        if (!accepted.success) return;
        expect(line.parse(accepted.data)).toBe(accepted.data);
        expect(accepted.data).not.toMatch(/[\u202a-\u202e\u2060-\u2069\u200b\u200e\u200f\ufeff\p{Cc}]/u);
      }),
      { numRuns: 2_000 },
    );
  });
});
