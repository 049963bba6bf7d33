import type { PlannedPiece, WorkoutPlan } from '@boathouse/pm5/plan';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseWorkoutText } from './parse.ts';
import { describePlan } from './describe.ts';
import { readWorkoutText } from './offers.ts';

/** Divided by a bar. */
const parts = (
  `4|10|500|20|2.5|0|1:00|2:05.5|1:00:00|1'|30"|500m|2k|20 cal|5 min|m|k|s|min|cal|hr|w|spm|bpm| | | |x|` +
  ` x |/| / |-|@|=|+| + |, |;|&| then |(|)|[|]|<|:|.|'|"|r| r20| rest| on| off|UT2| easy| hard|WU |CD |` +
  ' AT| max|pyramid |1-2-3|undefined rest| no rest|half marathon| with |w/| to | pace| between sets|' +
  'just row|rate | 200w|5 x |2 x (|2k+10| @ 2k pace| - 2| plus 3|70% 2k watts|%| @ 85%|200-220w|:30|20/22/24|' +
  " each| in between| not | or |mit |récup |rust |!|🚣|Today: |, go hard|1) | r 4'/3'/2'"
).split('|');

const nearMiss = fc.array(fc.constantFrom(...parts), { maxLength: 16 }).map((each) => each.join(''));

function amountOf(piece: PlannedPiece): number {
  if (piece.kind === 'distance') return piece.distanceM;
  return piece.kind === 'time' ? piece.durationSec : piece.calories;
}

const mostOf = { distance: 50_000, time: 35_999, calories: 9999 };
const leastOf = { distance: 100, time: 20, calories: 1 };

function expectWithinBounds({ pieces }: WorkoutPlan) {
  expect(pieces.length).toBeLessThanOrEqual(100);
  for (const piece of pieces) {
    const amount = amountOf(piece);
    expect(Number.isInteger(amount) && amount >= leastOf[piece.kind] && amount <= mostOf[piece.kind]).toBe(
      true,
    );
    const { restSec, target = {} } = piece;
    expect(restSec === null || (Number.isInteger(restSec) && restSec >= 0 && restSec <= 35_999)).toBe(true);
    for (const band of [target.strokeRate, target.heartRate]) {
      if (band) expect(band.min <= band.max && band.max > 0 && band.max <= 230).toBe(true);
    }
    expect(target.paceSec ?? 60).toBeGreaterThanOrEqual(60);
    expect(target.paceSec ?? 600).toBeLessThanOrEqual(600);
    expect((target.intensity ?? '').length).toBeLessThanOrEqual(24);
  }
}

function offersOf(text: string): readonly string[] {
  const reading = readWorkoutText(text);
  return reading.kind === 'offers' ? reading.offers : [];
}

test('the parser never throws; every plan is within bounds, and its description has the same plan', () => {
  const text = fc.oneof(
    { weight: 1, arbitrary: fc.string({ maxLength: 300 }) },
    { weight: 9, arbitrary: nearMiss },
  );
  fc.assert(
    fc.property(text, (each) => {
      const plan = parseWorkoutText(each);
      if (plan === null) return;
      expectWithinBounds(plan);
      expect(parseWorkoutText(describePlan(plan))).toEqual(plan);
    }),
    { numRuns: 20_000 },
  );
});

test('the offers never throw; each is the description of its own plan, and an unread word is in the text', () => {
  const text = fc.oneof(
    { weight: 1, arbitrary: fc.string({ maxLength: 300, unit: 'grapheme' }) },
    { weight: 9, arbitrary: nearMiss },
  );
  fc.assert(
    fc.property(text, (each) => {
      const reading = readWorkoutText(each);
      expect(parseWorkoutText(each)).toEqual(reading.kind === 'plan' ? reading.plan : null);
      if (reading.kind === 'plan') return;
      const offers = reading.kind === 'offers' ? reading.offers : [];
      expect(new Set(offers).size).toBe(offers.length);
      for (const offer of offers) {
        const plan = parseWorkoutText(offer);
        if (plan === null) throw new Error(`${offer} is not read`);
        expectWithinBounds(plan);
        expect(describePlan(plan)).toBe(offer);
      }
      const { word, offset } = reading.unread ?? { word: '', offset: 0 };
      expect(each.slice(offset, offset + word.length)).toBe(word);
    }),
    { numRuns: 3000 },
  );
});

const cores = fc.constantFrom(
  '4 x 500m / 2:00 rest',
  "3 x 10' r20 / 2' rest",
  '5k',
  '60 min UT2',
  '8x500m @ 2k pace / 2:00',
  '2 x (5 x 500m / 1:00 rest) / 5:00 rest',
  "10 x 1' on / 1' off",
  "WU 10', 4x500m r24/2:00, CD 5'",
  '2k @ 1:50 r28',
);

test('words without a meaning for a workout do not change it', () => {
  const before = fc.constantFrom(
    '',
    'Today: ',
    'Tuesday - ',
    'WOD: ',
    'Week 3 day 2: ',
    "Let's do ",
    'Bitte ',
    '1) ',
    'Séance du jour : ',
    '💪 ',
    'Everyone: ',
  );
  const behind = fc.constantFrom(
    '',
    '!',
    ' for time',
    ', go hard!',
    ' (as prescribed)',
    ' 🚣🔥',
    '. Have fun',
    ' on the erg',
    ', bon courage',
    ' today',
  );
  fc.assert(
    fc.property(before, cores, behind, (one, core, other) => {
      const plan = parseWorkoutText(core);
      const reading = readWorkoutText(one + core + other);
      const read =
        reading.kind === 'plan' ? reading.plan : parseWorkoutText(offersOf(one + core + other)[0] ?? '');
      expect(read, one + core + other).toEqual(plan);
      if (reading.kind !== 'plan') expect(reading.unread).toBeNull();
    }),
  );
});

test('a negation, an alternative or a condition beside a workout is refused by its name', () => {
  const turn = fc.constantFrom(
    ...'not|or|either|instead of|if|unless|skip|nicht|oder|statt|falls|niet|geen|tenzij|pas|ou|si|sauf|no|salvo|non|oppure|invece|se'.split(
      '|',
    ),
  );
  fc.assert(
    fc.property(cores, turn, fc.boolean(), (core, word, isBefore) => {
      const text = isBefore ? `${word} ${core}` : `${core} ${word} 3 x 1k`;
      expect(readWorkoutText(text)).toEqual({
        kind: 'unread',
        unread: {
          word: word.startsWith('instead') ? 'instead' : word,
          offset: isBefore ? 0 : core.length + 1,
        },
      });
    }),
  );
});

test('an unknown word beside a workout is named or refused, and never read as a part of the plan', () => {
  const unknown = fc
    .array(fc.constantFrom(...'bcdfghjklpqrtvwz'), { minLength: 4, maxLength: 9 })
    .map((letters) => letters.join(''));
  fc.assert(
    fc.property(cores, unknown, fc.nat(), (core, word, at) => {
      const words = core.split(' ');
      const place = at % (words.length + 1);
      const text = [...words.slice(0, place), word, ...words.slice(place)].join(' ');
      expect(parseWorkoutText(text)).toBeNull();
      const reading = readWorkoutText(text);
      if (reading.kind === 'plan') throw new Error(`${text} is read`);
      // If the word is between figures, the reader may report another place, but must report one.
      expect(reading.unread, text).not.toBeNull();
    }),
    { numRuns: 500 },
  );
});

/** `rests`: the seconds of each rest in the text. */
type Written = { text: string; rests: readonly number[] };

const clockOf = (sec: number) => `${Math.floor(sec / 60)}:${String(sec % 60).padStart(2, '0')}`;

const named = ' / # rest| (# rest)|, # rest| r #|, # between|, # between sets|, rest #'.split('|');

const withRest = (least: number, forms: readonly string[]) =>
  fc
    .tuple(fc.integer({ min: least, max: least + 40 }), fc.constantFrom(...forms))
    .map(([sec, form]): Written => ({ text: form.replace('#', clockOf(sec)), rests: [sec] }));

const nothing = fc.constant<Written>({ text: '', rests: [] });
const count = fc.constantFrom('', '1 x ', '2 x ', '3 x ', '2 x 2 x ', '2 sets of 3 x ');
const amount = fc.constantFrom(
  '500m',
  '1k',
  "4'",
  '40s',
  '20 cal',
  "3'-2'-1'",
  '250/500/750m',
  '500m hard',
  "5' r22",
);

/** A work or set with a rest after it, and perhaps a second one: each level has longer rests than the inner ones. */
function groupOf(inner: fc.Arbitrary<string | Written>, least: number): fc.Arbitrary<Written> {
  const rest = fc.oneof(
    { weight: 4, arbitrary: withRest(least, [' / #', '/#', ...named]) },
    { weight: 1, arbitrary: nothing },
  );
  const second = fc.oneof(
    { weight: 1, arbitrary: withRest(least + 50, named) },
    { weight: 4, arbitrary: nothing },
  );
  return fc.tuple(count, inner, rest, second).map(([times, body, one, other]) => {
    const text = typeof body === 'string' ? body : `(${body.text})`;
    const rests = [...(typeof body === 'string' ? [] : body.rests), ...one.rests, ...other.rests];
    return { text: times + text + one.text + other.text, rests };
  });
}

const listOf = (group: fc.Arbitrary<Written>) =>
  fc
    .tuple(fc.array(group, { minLength: 1, maxLength: 3 }), fc.constantFrom(' + ', ', ', ' then '))
    .map(([groups, separator]): Written => ({
      text: groups.map(({ text }) => text).join(separator),
      rests: groups.flatMap(({ rests }) => rests),
    }));

const sets = listOf(groupOf(listOf(groupOf(amount, 20)), 120));
const setsOfSets = listOf(groupOf(listOf(groupOf(listOf(groupOf(amount, 20)), 120)), 300));

test('every rest that is written is in the plan', () => {
  let read = 0;
  fc.assert(
    fc.property(fc.oneof(listOf(groupOf(amount, 20)), sets, setsOfSets), ({ text, rests }) => {
      const plan = parseWorkoutText(text);
      if (plan === null) return;
      read += 1;
      const planned = new Set(plan.pieces.map(({ restSec }) => restSec));
      for (const rest of rests) expect(planned, `${text} has ${clockOf(rest)}`).toContain(rest);
    }),
    { numRuns: 5000 },
  );
  expect(read).toBeGreaterThan(100);
});

describe('bad input has no plan', () => {
  test.each<[string, string]>([
    ['10,000 characters', '500m + '.repeat(1429).slice(0, 10_000)],
    ['10,000 spaces', ' '.repeat(10_000)],
    ['as many pieces as fit', '500m+'.repeat(1799) + '500m'],
    ['as many counts as fit', '9x'.repeat(4000) + '500m'],
    ['a ladder without end', '1-'.repeat(4000) + '1min'],
    ['modifiers without end', `2k${' r20'.repeat(2000)}`],
    ['1,000 open brackets', '('.repeat(1000)],
    ['brackets 1,000 deep', `${'('.repeat(1000)}500m${')'.repeat(1000)}`],
    ['sets 1,000 deep', `${'2x('.repeat(1000)}500m${')'.repeat(1000)}`],
    ['a count of 400 digits', `${'9'.repeat(400)} x 500m`],
    ['a distance of 400 digits', `${'1'.repeat(400)}m`],
    ['400 decimals', `1.${'0'.repeat(400)}k`],
    ['a clock of 400 digits', `${'1'.repeat(400)}:00`],
    ['a rest of 400 digits', `4 x 500m / ${'1'.repeat(400)}:00`],
    ['more pieces than a plan has', '101 x 500m'],
    ['more pieces in sets', '11 x (10 x 500m / 1:00)'],
  ])('%s', (_, text) => {
    expect(parseWorkoutText(text)).toBeNull();
    expect(readWorkoutText(text).kind).toBe('unread');
    for (const offer of offersOf(text.slice(0, 400))) expect(parseWorkoutText(offer)).not.toBeNull();
  });
});
