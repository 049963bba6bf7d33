import type { Activity } from '@boathouse/contract/activities';
import type { Stroke } from '@boathouse/contract/strokes';
import type { ZipContent } from '../../../infra/zip.ts';
import { csvOf } from '../../../infra/csv.ts';
import { strokeFields } from '../../../infra/packed-strokes.ts';

type Text = AsyncGenerator<string, void, undefined>;
type Source<T> = AsyncIterable<T> | Iterable<T>;

/** Yields a JSON array, one value a line. */
export async function* jsonOf(values: Source<unknown>): Text {
  let separator = '[\n';
  for await (const value of values) {
    yield `${separator}${JSON.stringify(value)}`;
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

/** A completed activity and its strokes, which can be read repeatedly, a few hundred at a time. */
type ArchivedActivity = {
  activity: Activity;
  strokes: () => AsyncIterable<readonly Stroke[]>;
  hasStrokes: boolean;
};

type ActivityFile = {
  name: string;
  /** The README of the archive shows it. */
  about: string;
  /** Null leaves the file out. */
  content: (given: ArchivedActivity) => ZipContent | null;
};

const splitColumns = [
  'splitNumber',
  'time',
  'distance',
  'averagePace',
  'restTime',
  'strokeRate',
  'heartRate',
] as const;

/** Force curves are in a separate file. */
const strokeColumns = ['sequence', ...strokeFields.filter((field) => field !== 'forceCurve')] as const;

/**
 * The files of one activity. To add a format such as FIT or TCX, add an entry here; a download of one activity takes
 * its file from this list.
 */
export const activityFiles: readonly ActivityFile[] = [
  {
    name: 'activity.json',
    about: "the result with its splits and the monitor's summary",
    content: async function* ({ activity }) {
      yield `${JSON.stringify(activity, null, 2)}\n`;
    },
  },
  {
    name: 'splits.csv',
    about: 'its splits or intervals',
    content: ({ activity }) =>
      activity.summary && activity.summary.splits.length > 0
        ? csvOf(splitColumns, activity.summary.splits)
        : null,
  },
  {
    name: 'strokes.csv',
    about: 'its strokes; rowedAfterMs counts from createdAt, with rests, in ms',
    content: (given) => (given.hasStrokes ? csvOf(strokeColumns, strokeRows(given)) : null),
  },
  {
    name: 'strokes.json',
    about: 'its strokes with their force curves',
    content: (given) => (given.hasStrokes ? jsonOf(strokeRows(given)) : null),
  },
  {
    name: 'force-curves.csv',
    about: 'the force over each drive, in equal steps',
    content: (given) =>
      given.hasStrokes ? csvOf(['sequence', 'number', 'interval', 'forces'], curveRows(given)) : null,
  },
];

async function* strokeRows({ strokes }: ArchivedActivity) {
  let sequence = 0;
  for await (const batch of strokes()) for (const stroke of batch) yield { sequence: sequence++, ...stroke };
}

async function* curveRows(given: ArchivedActivity) {
  for await (const { sequence, number, interval, forceCurve } of strokeRows(given)) {
    if (forceCurve) yield { sequence, number, interval, forces: forceCurve.join(' ') };
  }
}

/** The folder of an activity: sorts by day, and its id distinguishes activities of one day. */
export function folderOf({ _id, createdAt }: Pick<Activity, '_id' | 'createdAt'>): string {
  return `activities/${createdAt.slice(0, 10)}-${_id}`;
}

export function readme(
  productName: string,
  madeAt: Date,
  tables: ReadonlyArray<{ name: string; about: string }>,
): string {
  const lines = (files: ReadonlyArray<{ name: string; about: string }>) =>
    files.map(({ name, about }) => `  ${name.padEnd(20)} ${about}`);
  return [
    `Your ${productName} data, ${madeAt.toISOString()}`,
    '',
    'profile.json          your account, your profile with its settings, your goal',
    '',
    'Tables, each as .csv and as .json:',
    ...lines(tables),
    '',
    'season.csv            your activities in the columns of the Concept2 Logbook, with times in UTC',
    '',
    'activities/DAY-ID/    one folder for each completed activity:',
    ...lines([
      ...activityFiles,
      { name: 'activity.fit', about: 'for other apps, as Garmin FIT with its strokes' },
    ]),
    '',
    'images/               the images that you uploaded (WebP)',
    '',
    'Units: times in seconds, distances and lengths in meters, paces in seconds per 500 m, power in watts, forces in',
    'newtons, work in joules, energy in kilocalories, rates per minute. Moments are in UTC (ISO 8601); "day" is your',
    'calendar day. An empty cell, or null, is a value that the monitor did not send.',
    '"forces" holds the points of a curve, separated by spaces.',
    '',
    'Files are UTF-8. In .csv files a text that begins like a formula (= + - @) has an apostrophe before it; the .json',
    'files have every text as it is.',
    '',
  ].join('\n');
}
