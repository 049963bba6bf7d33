import { describe, expect, test } from 'vitest';
import {
  raceSexes,
  type RaceMedals,
  type RaceRules,
  type RaceScoring,
  type RaceSex,
} from '@boathouse/contract/races';
import type { CategoryResults, RaceResultRow } from '@boathouse/contract/races/results';
import { startListColumns } from '@boathouse/contract/races/start-lists';
import { readStartList } from '@boathouse/racing/start-lists';
import { falseStarters, laneStateOf, metersOf, startSequence, tenthsOf, validAttempt } from './day/rules.ts';
import type { AttemptRow, LaneRow, RowedRow, RunRow } from './day/store.ts';
import { rulesOf2k } from './factory.ts';
import { eventRecords } from './records/rules.ts';
import { adjustedOf, byPercentOf, medalsFor, overallOf, resultsCsv, teamsOf } from './results/rules.ts';
import { doubtsOf, firstStartOf, initialsOf, publicNameOf, textOfPiece } from './rules.ts';

const at = (ms: number) => new Date(Date.UTC(2026, 4, 1, 10) + ms);

describe('figures', () => {
  test.each([
    [425.34, 4_253],
    [425.35, 4_254],
    [24.95, 250],
    [59.96, 600],
  ])('%d s are %d tenths, as pages show them', (sec, tenths) => expect(tenthsOf(sec)).toBe(tenths));
  test.each([
    [1_234.9, 1_234],
    [1_999.9999, 2_000],
  ])('%d m are %d whole meters', (meters, whole) => expect(metersOf(meters)).toBe(whole));
  test('pieces are texts of a workout', () => {
    expect(textOfPiece({ kind: 'distance', amount: 2_000 })).toBe('2000m');
    expect(textOfPiece({ kind: 'time', amount: 240 })).toBe('4:00');
    expect(textOfPiece({ kind: 'time', amount: 3_661 })).toBe('1:01:01');
  });
});

const athlete = { birthYear: null, sex: null, weighed: 'none' };

describe('rules of a category', () => {
  const junior: RaceRules = { ...rulesOf2k, ageFrom: 17, ageTo: 18 };
  test.each([
    [2009, 'check the birthday'],
    [2007, 'Too old'],
    [2010, 'Too young'],
    [null, 'missing'],
  ])('a year of birth of %s gives a doubt', (birthYear, words) => {
    const day = birthYear === 2007 ? '2026-12-31' : '2026-05-01';
    expect(doubtsOf({ ...athlete, birthYear }, junior, day).join()).toContain(words);
  });
  test('on 31 December the year is enough', () => {
    const rules = { ...junior, ageOn: { month: 12, day: 31 } };
    expect(doubtsOf({ ...athlete, birthYear: 2008 }, rules, '2026-05-01')).toEqual([]);
  });
  test('only women and men have a sex to compare', () => {
    const doubtful = raceSexes.filter(
      (sex: RaceSex) => doubtsOf({ ...athlete, sex: 'male' }, { ...rulesOf2k, sex }, '2026-05-01').length > 0,
    );
    expect(doubtful).toEqual(['women']);
  });
  test('a failed weigh-in gives a doubt if there is a weigh-in', () => {
    const failed = { ...athlete, weighed: 'failed' };
    expect(doubtsOf(failed, { ...rulesOf2k, maxWeight: 615 }, '2026-05-01')).toHaveLength(1);
    expect(doubtsOf(failed, rulesOf2k, '2026-05-01')).toEqual([]);
  });
});

describe('names on public pages', () => {
  const event = { juniorNames: 'initials', day: '2026-05-01' } as const;
  const name = 'Ada Lovelace';
  test.each([
    ['a junior', { name, birthYear: 2008 }, 'A. L.'],
    ['an adult', { name, birthYear: 2007 }, name],
    ['an athlete of unknown age in an open category', { name, birthYear: null }, name],
  ] as const)('%s is named as the club chose', (_who, entry, shown) => {
    expect(publicNameOf(entry, rulesOf2k, event, false)).toBe(shown);
  });
  test('a category for juniors makes an athlete without a year of birth a junior', () => {
    expect(publicNameOf({ name, birthYear: null }, { ageTo: 18 }, event, false)).toBe('A. L.');
    expect(
      publicNameOf({ name, birthYear: null }, { ageTo: 18 }, { ...event, juniorNames: 'full' }, false),
    ).toBe(name);
  });
  test('a member who is not visible to everyone has initials at any age', () => {
    expect(publicNameOf({ name, birthYear: 1980 }, rulesOf2k, { ...event, juniorNames: 'full' }, true)).toBe(
      'A. L.',
    );
    expect(initialsOf('élan  von Ö')).toBe('É. V. Ö.');
  });
});

test('a day without a timetable begins at 10:00 local time, even when clocks change', () => {
  const day = { day: '2026-03-29', timeZone: 'Europe/Berlin' };
  expect(firstStartOf(day).toISOString()).toBe('2026-03-29T08:00:00.000Z');
});

const lane: LaneRow = {
  raceId: 'r',
  lane: 3,
  entryId: 'e',
  state: 'entered',
  validAttemptId: null,
  chosenBy: null,
  chosenReason: '',
  records: [],
};
const attempt = (id: string, more: Partial<AttemptRow>): AttemptRow => ({
  id,
  raceId: 'r',
  runId: null,
  lane: 3,
  entryId: 'e',
  source: 'hand',
  activityId: null,
  tenths: 4_000,
  meters: 2_000,
  strokeRate: null,
  splits: [],
  outcome: 'finished',
  penaltyTenths: 0,
  note: '',
  enteredBy: null,
  confirmedBy: null,
  confirmedAt: null,
  voidReason: null,
  createdAt: at(0),
  ...more,
});
const rowOf = (more: Partial<RowedRow>): RowedRow => ({
  sessionId: 's',
  userId: 'u',
  activityId: 'a',
  isCompleted: false,
  isPartial: false,
  isLeft: false,
  source: 'monitor',
  elapsedTime: 0,
  distance: 0,
  strokeRate: null,
  summary: null,
  heardAt: at(0),
  rowingSince: null,
  completedAt: null,
  ...more,
});

describe('the attempt that counts', () => {
  const hand = attempt('hand', {});
  const monitor = attempt('monitor', { source: 'monitor' });
  test.each([
    ['the monitor’s, even when it comes before an entered one', [monitor, hand], null, 'monitor'],
    ['the newest entered one without a monitor', [hand, attempt('later', {})], null, 'later'],
    ['the chosen one', [monitor, hand], 'hand', 'hand'],
    ['none that is void', [attempt('void', { voidReason: 'Re-row' }), hand], 'void', 'hand'],
    ['none of another lane', [attempt('other', { lane: 4 })], null, undefined],
  ])('is %s', (_rule, attempts, validAttemptId, id) => {
    expect(validAttempt({ ...lane, validAttemptId }, attempts)?.id).toBe(id);
  });
});

describe('a false start', () => {
  const { rowAt, attentionAt, ...moments } = startSequence(at(0).getTime(), 2_000);
  const run: RunRow = {
    id: 'run',
    raceId: 'r',
    number: 1,
    sessionId: 's',
    ...moments,
    rowAt,
    attentionAt,
    stopKind: null,
    stopReason: '',
    stopLanes: [],
    stoppedAt: null,
  };
  const row = (rowingSince: Date | null, completedAt: Date | null = null) => [
    rowOf({ rowingSince, completedAt }),
  ];
  const early = (rowed: RowedRow[]) => falseStarters(run, [lane], rowed, () => 'u');
  test('has its moments in order, with ROW at random after Attention', () => {
    expect(rowAt.getTime() - attentionAt.getTime()).toBe(2_000);
    expect(moments.prepareAt < moments.readyAt && moments.readyAt < attentionAt).toBe(true);
  });
  test.each([
    ['a first stroke a tenth before ROW', row(new Date(rowAt.getTime() - 100)), [3]],
    ['a first stroke at ROW', row(rowAt), []],
    ['no stroke', row(null), []],
    ['a row that ended before Attention', row(at(0), at(1_000)), []],
    ['a row that goes on since before Attention', row(at(0)), [3]],
  ])('is seen by %s', (_case, rowed, lanes) => expect(early(rowed)).toEqual(lanes));
});

test('a lane without data stays in the race, and a lane that sends is running', () => {
  const facts = {
    lane,
    attempt: null,
    isGuest: false,
    state: 'running',
    isClosed: false,
    nowMs: at(10_000).getTime(),
  } as const;
  expect(laneStateOf({ ...facts, rowed: null })).toBe('noData');
  expect(laneStateOf({ ...facts, rowed: rowOf({ heardAt: at(8_000) }) })).toBe('running');
  expect(laneStateOf({ ...facts, rowed: rowOf({ heardAt: at(1_000) }) })).toBe('noData');
  expect(laneStateOf({ ...facts, rowed: null, isGuest: true })).toBe('running');
});

const resultOf = (more: Partial<RaceResultRow>): RaceResultRow => ({
  place: 1,
  medal: null,
  bib: '',
  name: '',
  club: '',
  team: 'Reds',
  race: 'r',
  round: 'flight',
  number: 1,
  lane: 1,
  outcome: 'finished',
  tenths: null,
  meters: null,
  penaltyTenths: 0,
  score: null,
  adjusted: null,
  records: [],
  gap: null,
  averagePace: null,
  strokeRate: null,
  splits: [],
  source: 'monitor',
  note: '',
  isOfficial: true,
  ...more,
});

describe('teams', () => {
  const rows = (scores: readonly (number | null)[]) =>
    scores.map((score, index) => resultOf({ name: `${index}`, score, place: index + 1 }));
  const minute = [342, 351, 338, 329];
  const rules = (scoring: RaceScoring, teamSize: number, kind: 'distance' | 'time' = 'time'): RaceRules => ({
    ...rulesOf2k,
    piece: { kind, amount: 60 },
    scoring,
    teamSize,
  });
  test.each([
    ['a sum', minute, rules('teamSum', 4), 1_360],
    ['a mean, in tenths of a meter', minute, rules('teamAverage', 4), 3_400],
    ['the best three', minute, rules('teamBest', 3), 1_031],
    ['a sum of places', minute, rules('place', 4), 10],
    ['no sum where one is missing', [342, 351, null, 329], rules('teamSum', 4), null],
    ['a mean of times', [3_600, 3_700], rules('teamAverage', 2, 'distance'), 3_650],
    ['nothing in single races', minute, rules('single', 1), undefined],
  ])('score %s', (_what, scores, of, score) => {
    expect(teamsOf(rows(scores), of)[0]?.score).toBe(score);
  });
});

describe('medals', () => {
  const rule: RaceMedals = { places: 3, minStarters: 1, isOneFewer: false };
  test.each([
    ['three where all of them are given', rule, 2, 3],
    // Sin City: 3 entries get 2 medals, 2 get 1, and a single one gets none.
    ['two of three starters', { ...rule, isOneFewer: true }, 3, 2],
    ['one of two starters', { ...rule, isOneFewer: true }, 2, 1],
    ['none of one starter', { ...rule, isOneFewer: true }, 1, 0],
    ['none below the least number of starters', { ...rule, minStarters: 4 }, 3, 0],
    ['three from the least number on', { ...rule, minStarters: 4 }, 4, 3],
    ['none without starters', { ...rule, isOneFewer: true }, 0, 0],
    ['none by rule', { ...rule, places: 0 }, 9, 0],
  ])('are for %s', (_what, medals, starters, places) => {
    expect(medalsFor(medals, starters)).toBe(places);
  });
});

describe('a handicap', () => {
  const { piece } = rulesOf2k;
  const noPenalty = { penaltyTenths: 0 };
  test("corrects a time for age by the masters' formula, and adds a penalty afterwards", () => {
    // 7:10.0 at 52 years is 403.0 s before the corrections for weight and sex.
    const rules = { piece, handicap: { kind: 'mastersAge' } } as const;
    expect(adjustedOf(rules, 4_300, noPenalty, 52)).toBe(4_030);
    expect(adjustedOf(rules, 4_400, { penaltyTenths: 100 }, 52)).toBe(4_130);
    expect(adjustedOf(rules, 4_300, noPenalty, 19)).toBe(4_300);
    expect(adjustedOf(rules, 4_300, noPenalty, null)).toBeNull();
  });
  test('compares with a record in hundredths of a percent', () => {
    // 7:10.0 against 6:22.4 is 12.45 %.
    const handicap = { kind: 'percentOfRecord', recordTenths: 3_824, source: 'World record' } as const;
    expect(adjustedOf({ piece, handicap }, 4_300, noPenalty, null)).toBe(1_245);
    expect(adjustedOf({ piece }, 4_300, noPenalty, 52)).toBeNull();
  });
  test('a handicap of records ranks categories of different pieces together', () => {
    const category = (name: string, adjusted: number | null, kind?: 'percentOfRecord'): CategoryResults => ({
      category: name,
      name,
      piece,
      scoring: 'single',
      handicap: kind === undefined ? null : { kind, recordTenths: 3_824, source: 'World record' },
      state: 'official',
      officialAt: null,
      officialBy: null,
      rows: [resultOf({ name, adjusted, score: 4_300 })],
      teams: [],
    });
    const rows = byPercentOf([
      category('Women', 2_326, 'percentOfRecord'),
      category('Men', 1_868, 'percentOfRecord'),
      category('Open', 100),
    ]);
    expect(rows.map(({ category: of, place, gap, score }) => [of, place, gap, score])).toEqual([
      ['Men', 1, 0, 4_300],
      ['Women', 2, 458, 4_300],
    ]);
  });
});

describe('a record of the race days', () => {
  const finish = (number: number, score: number) => ({ lane: { lane: number }, score });
  const distance = { kind: 'distance', amount: 2_000 } as const;
  test.each([
    ['the best, which beats the one before', [4_000], [finish(1, 3_995), finish(2, 3_990)], [[2, false]]],
    ['one that equals it', [4_000], [finish(1, 4_000), finish(2, 4_010)], [[1, true]]],
    [
      'both of two new ones',
      [4_000],
      [finish(1, 3_990), finish(2, 3_990)],
      [
        [1, false],
        [2, false],
      ],
    ],
    ['none that was beaten earlier today', [4_000, 3_980], [finish(1, 3_990)], []],
  ])('is %s', (_what, before, finishes, expected) => {
    const found = eventRecords(distance, before, finishes);
    expect(found.map(({ lane: number, isEqual }) => [number, isEqual])).toEqual(expected);
  });
  test('is the highest number of meters in a time', () => {
    const time = { kind: 'time', amount: 240 } as const;
    expect(eventRecords(time, [1_200], [finish(1, 1_210), finish(2, 1_190)])).toEqual([
      { lane: 1, isEqual: false },
    ]);
  });
});

test('all categories of a piece have one overall ranking, and formulas in names are not run', () => {
  const category = (name: string, score: number): CategoryResults => ({
    category: name,
    name,
    piece: rulesOf2k.piece,
    scoring: 'single',
    handicap: null,
    state: 'official',
    officialAt: null,
    officialBy: null,
    rows: [resultOf({ name: `=${name}`, score, tenths: score })],
    teams: [],
  });
  const categories = [category('Women', 4_300), category('Men', 4_100)];
  const [overall] = overallOf(categories);
  expect(overall?.rows.map(({ category: of, place, gap }) => [of, place, gap])).toEqual([
    ['Men', 1, 0],
    ['Women', 2, 200],
  ]);
  expect(resultsCsv({ categories })).toContain("'=Women");
});

test('the columns of a start list are chosen by hand if no header names them', () => {
  const bytes = new TextEncoder().encode('x,y\nAda Okoro,7\n');
  expect(startListColumns).toContain('bib');
  expect(readStartList(bytes, 'a.csv', { name: 0, bib: 1 }).entries).toMatchObject([
    { name: 'Ada Okoro', bib: '7' },
  ]);
});
