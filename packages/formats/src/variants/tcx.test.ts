// One workout as many apps write it in TCX: 2 × 60 s with 30 s of rest, with a stroke in the rest.
import { gzipSync, strToU8, zipSync } from 'fflate';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { onlyWorkout, readText, testNowMs } from '../../test/read-text.ts';
import { readWorkouts } from '../read.ts';

type Point = { at: number; meters: number };
type Lap = { at: number; sec: number; meters: number; resting: boolean; points: Point[] };

const laps: Lap[] = [
  { at: 0, sec: 60, meters: 250, resting: false, points: pointsOf(0, 12.5) },
  { at: 60, sec: 30, meters: 30, resting: true, points: [{ at: 75, meters: 6 }] },
  { at: 90, sec: 60, meters: 240, resting: false, points: pointsOf(90, 12) },
];

function pointsOf(from: number, each: number): Point[] {
  return Array.from({ length: 20 }, (_, at) => ({ at: from + (at + 1) * 3, meters: (at + 1) * each }));
}

const startMs = Date.UTC(2024, 5, 1, 8);

type Options = {
  laps?: readonly Lap[];
  time?: (afterSec: number) => string;
  lapStart?: (afterSec: number) => string;
  /** The offset added to the distance of the points of a lap. */
  offset?: readonly number[];
  lap?: (elements: string[], lap: Lap, at: number) => string[];
  point?: (elements: string[]) => string[];
  activity?: string;
  creator?: string;
  indent?: boolean;
  sport?: string;
};

const iso = (afterSec: number) => new Date(startMs + afterSec * 1000).toISOString().replace('.000Z', 'Z');

function activityOf(options: Options = {}): string {
  const { time = iso, lapStart = time, offset = [0, 0, 0], sport = 'Other' } = options;
  const written = (options.laps ?? laps).map((lap, at) => {
    const points = lap.points.map((point) => {
      const elements = [
        `<Time>${time(point.at)}</Time>`,
        `<DistanceMeters>${point.meters + (offset[at] ?? 0)}</DistanceMeters>`,
        '<HeartRateBpm><Value>140</Value></HeartRateBpm>',
        '<Cadence>20</Cadence>',
        '<Extensions><TPX xmlns="http://www.garmin.com/xmlschemas/ActivityExtension/v2"><Speed>4.167</Speed><Watts>180</Watts></TPX></Extensions>',
      ];
      return `<Trackpoint>${(options.point?.(elements) ?? elements).join('')}</Trackpoint>`;
    });
    const elements = [
      `<TotalTimeSeconds>${lap.sec}</TotalTimeSeconds>`,
      `<DistanceMeters>${lap.meters}</DistanceMeters>`,
      '<Calories>10</Calories>',
      '<AverageHeartRateBpm><Value>141</Value></AverageHeartRateBpm>',
      `<Intensity>${lap.resting ? 'Resting' : 'Active'}</Intensity>`,
      '<TriggerMethod>Manual</TriggerMethod>',
      `<Track>${points.join('')}</Track>`,
    ];
    return `<Lap StartTime="${lapStart(lap.at)}">${(options.lap?.(elements, lap, at) ?? elements).join('')}</Lap>`;
  });
  const text = `<Activity Sport="${sport}"><Id>${iso(0)}</Id>${written.join('')}${options.creator ?? ''}</Activity>`;
  return options.indent === true ? text.replaceAll('><', '>\n    <') : text;
}

function file(...activities: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities>${activities.join('')}</Activities></TrainingCenterDatabase>`;
}

const made = (options: Options = {}) => file(activityOf(options));
const plain = onlyWorkout(made());

test('the workout is read as it was rowed', () => {
  expect(plain).toMatchObject({
    machine: null,
    startedAt: '2024-06-01T08:00:00Z',
    endedAt: '2024-06-01T08:02:30Z',
    elapsedTime: 120,
    distance: 490,
    restTime: 30,
    restDistance: 30,
    strokeCount: 40,
    calories: 20,
    averageHeartRate: 141,
    intervals: [
      { kind: 'work', time: 60, distance: 250, strokeCount: 20 },
      { kind: 'rest', time: 30, distance: 30 },
      { kind: 'work', time: 60, distance: 240, strokeCount: 20 },
    ],
  });
  expect(plain.strokes).toHaveLength(40);
  expect(plain.strokes[0]).toMatchObject({
    elapsedTime: 3,
    distance: 12.5,
    heartRate: 140,
    power: 180,
    pace: 119.99,
  });
  expect(plain.strokes[20]).toMatchObject({ elapsedTime: 63, distance: 262, interval: 2, rowedAfter: 93 });
  expect(plain.strokes.at(-1)).toMatchObject({ elapsedTime: 120, distance: 490 });
});

const without = (name: string) => (elements: string[]) =>
  elements.filter((element) => !element.startsWith(`<${name}>`));
const lines = (text: string) => text.replaceAll('><', '>\r\n<');

test.each<[string, string]>([
  ['lines and blanks', made({ indent: true })],
  ['Windows line ends', lines(made())],
  ['a byte order mark', `\uFEFF${made()}`],
  ['a blank line before all', `\n  ${made()}`],
  ['no XML declaration', made().replace(/^.*\n/, '')],
  ['comments and processing instructions', made().replaceAll('<Track>', '<!-- <Lap> --><?app x?><Track>')],
  ['text in CDATA', made().replace('<Cadence>20<', '<Cadence><![CDATA[20]]><')],
  [
    'another prefix for everything',
    made()
      .replaceAll(/<(\/?)(?=[A-Z])/g, '<$1tcx:')
      .replace('<tcx:TrainingCenterDatabase xmlns=', '<tcx:TrainingCenterDatabase xmlns:tcx='),
  ],
  ['a prefix for its extensions', made().replaceAll(/<(\/?)(TPX|Speed|Watts)\b/g, '<$1ns3:$2')],
  ['another namespace', made().replaceAll('http://www.garmin.com/xmlschemas/', 'https://example.org/')],
  ['a blank after its times, as the Logbook writes', made({ lapStart: (sec) => `${iso(sec)} ` })],
  ['thousandths of seconds', made({ time: (sec) => iso(sec).replace('Z', '.000Z') })],
  ['a distance that goes on and counts rests', made({ offset: [0, 250, 280] })],
  ['a distance that goes on without rests', made({ offset: [0, 244, 250] })],
  [
    'several tracks in a lap',
    made().replaceAll(/(<\/Trackpoint>)(?=<Trackpoint><Time>[^<]*0Z)/g, '$1</Track><Track>'),
  ],
  [
    'laps without a distance',
    made({ lap: (elements, { resting }) => (resting ? elements : without('DistanceMeters')(elements)) }),
  ],
  ['laps without a time', made({ lap: without('TotalTimeSeconds') })],
  [
    'rests in milliseconds, as OpenRowingMonitor writes',
    made({
      lap: (elements, { resting }) =>
        resting ? elements.map((element) => element.replace('Seconds>30<', 'Seconds>30000<')) : elements,
    }),
  ],
  [
    'the average heart rate as OpenRowingMonitor writes it',
    made({ lap: (elements) => elements.map((element) => element.replace('<Value>141</Value>', '141')) }),
  ],
  [
    'points without a distance',
    made().replaceAll(
      '</Track>',
      `<Trackpoint><Time>${iso(20)}</Time><HeartRateBpm><Value>150</Value></HeartRateBpm></Trackpoint></Track>`,
    ),
  ],
  [
    'positions of nowhere',
    made({
      point: (elements) => [
        ...elements,
        '<Position><LatitudeDegrees>0</LatitudeDegrees><LongitudeDegrees>0</LongitudeDegrees></Position>',
      ],
    }),
  ],
  [
    'elements of its own',
    made({ point: (elements) => [...elements, '<Temperature>21</Temperature><Deep><Er>1</Er></Deep>'] }),
  ],
  [
    'folders and an author beside it',
    made().replace('<Activities>', '<Folders><History><Running Name="x"/></History></Folders><Activities>'),
  ],
])('with %s it is the same', (_, text) => {
  expect(onlyWorkout(text)).toEqual(plain);
});

test('without rests the laps are splits of the work', () => {
  const pieces = [laps[0], laps[2]]
    .flatMap((lap) => lap ?? [])
    .map((lap, at) => ({
      ...lap,
      at: at * 60,
      points: lap.points.map((point) => ({ ...point, at: point.at - at * 30 })),
    }));
  expect(onlyWorkout(made({ laps: pieces, offset: [0, 250] }))).toMatchObject({
    elapsedTime: 120,
    distance: 490,
    restTime: 0,
    strokeCount: 40,
  });
});

test('the point that ends a lap and begins the next one is one stroke', () => {
  const last = { at: 60, meters: 250 };
  const pieces: Lap[] = [
    { at: 0, sec: 60, meters: 250, resting: false, points: [{ at: 0, meters: 0 }, ...pointsOf(0, 12.5)] },
    {
      at: 60,
      sec: 60,
      meters: 240,
      resting: false,
      points: [last, ...pointsOf(60, 12).map(({ at, meters }) => ({ at, meters: meters + 250 }))],
    },
  ];
  const start = '<Cadence>20</Cadence>';
  // The point at the start has no rate and no watts.
  const text = made({ laps: pieces }).replace(/(<Trackpoint>.*?<\/Trackpoint>)/, (point) =>
    point.replace(start, '<Cadence>0</Cadence>').replace(/<Extensions>.*<\/Extensions>/, ''),
  );
  const workout = onlyWorkout(text);
  expect(workout.strokeCount).toBe(40);
  expect(workout.strokes.map(({ distance }) => distance)).toEqual(
    Array.from({ length: 40 }, (_, at) => (at < 20 ? (at + 1) * 12.5 : 250 + (at - 19) * 12)),
  );
});

test('several activities are several workouts', () => {
  const { workouts, problems } = readText(file(activityOf(), activityOf()));
  expect(problems).toEqual([]);
  expect(workouts).toEqual([plain, plain]);
});

test('activities in a multisport session are workouts', () => {
  const text = file(
    `<MultiSportSession><Id>${iso(0)}</Id><FirstSport>${activityOf()}</FirstSport></MultiSportSession>`,
  );
  expect(onlyWorkout(text)).toEqual(plain);
});

test.each([
  ['Other', '', null],
  ['Rowing', '', 'rower'],
  ['Running', '', 'other'],
  ['Biking', '', 'other'],
  ['Biking', '<Creator><Name>Concept2</Name></Creator>', 'bike'],
  ['Something', '', null],
])('the sport %s %s is the machine %s', (sport, creator, machine) => {
  expect(onlyWorkout(made({ sport, creator })).machine).toBe(machine);
});

test('a clock without a zone gives a local time', () => {
  const text = made({ time: (sec) => iso(sec).replace('Z', '') });
  expect(onlyWorkout(text)).toMatchObject({
    startedAt: '2024-06-01T08:00:00',
    endedAt: '2024-06-01T08:02:30',
  });
});

test('a lap without points has its totals', () => {
  const bare = laps.map((lap) => ({ ...lap, points: [] }));
  expect(onlyWorkout(made({ laps: bare }))).toMatchObject({
    elapsedTime: 120,
    distance: 490,
    restTime: 30,
    strokeCount: null,
    strokes: [],
  });
});

describe('in a container', () => {
  const text = made();
  test.each([
    ['gz', gzipSync(strToU8(text))],
    ['ZIP', zipSync({ 'a.tcx': strToU8(text) })],
    ['ZIP with a gz', zipSync({ 'a.tcx.gz': gzipSync(strToU8(text)) })],
  ])('%s it is the same', (_, bytes) => {
    const { workouts, problems } = readWorkouts(bytes, 'x', testNowMs);
    expect(problems).toEqual([]);
    expect(workouts).toMatchObject([plain]);
  });
});

describe('refused is', () => {
  test.each([
    [
      'a file without activities',
      '<TrainingCenterDatabase><Activities/></TrainingCenterDatabase>',
      /no activities/,
    ],
    [
      'a course',
      made().replaceAll('Activities>', 'Courses>').replaceAll('Activity', 'Course'),
      /no activities/,
    ],
    [
      'a lap without a time and without points',
      made({ laps: laps.map((lap) => ({ ...lap, points: [] })), lap: without('TotalTimeSeconds') }),
      /has no time/,
    ],
    ['negative seconds', made().replace('>60<', '>-60<'), /has no time/],
  ])('%s', (_, text, message) => {
    const { workouts, problems } = readText(text);
    expect(workouts).toEqual([]);
    expect(problems).toMatchObject([{ message: expect.stringMatching(message) }]);
  });
});

describe('a pause that the time of a lap does not have', () => {
  const work = { sec: 480, strokeSec: 3, strokeM: 12 };
  /** A lap of work whose clock continues in pauses: `pauses` has their seconds by the number of strokes before them. */
  function paused(pauses: Record<number, number>, how: 'gap' | 'track' | 'points' = 'gap'): string {
    const startMs = Date.UTC(2026, 2, 3, 6);
    let [clock, meters] = [0, 0];
    const point = () =>
      `<Trackpoint><Time>${new Date(startMs + clock * 1000).toISOString()}</Time><DistanceMeters>${meters}</DistanceMeters><Cadence>20</Cadence></Trackpoint>`;
    let track = '';
    for (let stroke = 1; stroke <= work.sec / work.strokeSec; stroke += 1) {
      clock += work.strokeSec;
      meters += work.strokeM;
      track += point();
      const pause = pauses[stroke] ?? 0;
      for (let sec = 1; sec <= pause; sec += 1) {
        clock += 1;
        if (how === 'points') track += point();
      }
      if (pause > 0 && how === 'track') track += '</Track><Track>';
    }
    return `<TrainingCenterDatabase><Activities><Activity Sport="Other"><Id>x</Id><Lap StartTime="2026-03-03T06:00:00Z"><TotalTimeSeconds>${work.sec}</TotalTimeSeconds><DistanceMeters>${meters}</DistanceMeters><Intensity>Active</Intensity><Track>${track}</Track></Lap></Activity></Activities></TrainingCenterDatabase>`;
  }

  test.each([
    ['one gap', paused({ 80: 40 })],
    ['gaps of every length', paused({ 10: 5, 50: 11, 90: 200, 159: 3 })],
    ['a track of its own after it', paused({ 80: 900 }, 'track')],
    ['many tracks', paused({ 20: 4, 40: 4, 60: 4, 80: 4, 100: 4 }, 'track')],
    ['points that stand still', paused({ 80: 60, 120: 7 }, 'points')],
  ])('such as %s is not in the time of the strokes', (_, text) => {
    const workout = onlyWorkout(text);
    expect(workout).toMatchObject({ elapsedTime: 480, distance: 1920 });
    expect(workout.strokes).toHaveLength(160);
    for (const [at, { elapsedTime, distance }] of workout.strokes.entries()) {
      expect(Math.abs(elapsedTime - (at + 1) * 3)).toBeLessThan(3.1);
      expect(distance).toBe((at + 1) * 12);
    }
    expect(workout.strokes.at(-1)?.elapsedTime).toBe(480);
  });

  test('is the one that a new track marks, not a longer gap in the time of the lap', () => {
    let points = 0;
    const text = paused({ 40: 30, 80: 20 })
      .replace('>480<', '>510<')
      .replaceAll('<Trackpoint>', (tag) => ((points += 1) === 81 ? `</Track><Track>${tag}` : tag));
    const { strokes } = onlyWorkout(text);
    expect([strokes[40], strokes[80]].map((stroke) => Math.round(stroke?.elapsedTime ?? 0))).toEqual([
      153, 273,
    ]);
  });

  test('is not included, wherever it is and however long', () => {
    const pauses = fc.dictionary(
      fc.integer({ min: 1, max: 159 }).map(String),
      fc.integer({ min: 4, max: 2000 }),
      { maxKeys: 6 },
    );
    fc.assert(
      fc.property(pauses, fc.constantFrom('gap' as const, 'track' as const), (at, how) => {
        const { elapsedTime, strokes } = onlyWorkout(paused(at, how));
        expect(elapsedTime).toBe(480);
        expect(strokes.at(-1)?.elapsedTime).toBeCloseTo(480, 0);
      }),
      { numRuns: 60 },
    );
  });
});
