// Stroke files of every app, as tables; csv-variants.ts makes variants of their cells.
import type { Workout, WorkoutStroke } from '../src/workout.ts';

export type CsvKind = {
  name: string;
  /** Lines above the header, with their own cells. */
  above: string[][];
  header: string[];
  rows: string[][];
  /** Columns that a file may lack, and the fields that are null without them. */
  optional: Partial<Record<string, keyof WorkoutStroke>>;
  workout: Partial<Workout>;
};

/** The rowed strokes: 12 of 2.5 s and 10.5 m. */
const strokes = Array.from({ length: 12 }, (_, at) => ({
  number: at + 1,
  sec: (at + 1) * 2.5,
  meters: (at + 1) * 10.5,
  rate: at === 0 ? 0 : 24,
  heart: 120 + at,
  pace: 119.5,
  watts: 205.5,
}));
type Stroke = (typeof strokes)[number];

const rowed = { elapsedTime: 30, distance: 126, strokeCount: 12 };

function kind(
  name: string,
  columns: [column: string, cell: (stroke: Stroke) => string | number, optional?: keyof WorkoutStroke][],
  more: { above?: string[][]; workout?: Partial<Workout> } = {},
): CsvKind {
  const optional: CsvKind['optional'] = {};
  for (const [column, , field] of columns) if (field !== undefined) optional[column] = field;
  return {
    name,
    above: more.above ?? [],
    header: columns.map(([column]) => column),
    rows: strokes.map((stroke) => columns.map(([, cell]) => String(cell(stroke)))),
    optional,
    workout: { ...rowed, ...more.workout },
  };
}

/** A time as monitors show it: `2:05.5`. */
function clock(sec: number): string {
  const tenths = Math.round(sec * 10);
  const [minutes, rest] = [Math.floor(tenths / 600), tenths % 600];
  return `${minutes}:${String(Math.floor(rest / 10)).padStart(2, '0')}.${rest % 10}`;
}

const curve = [12.5, 300.25, 512, 288.5, 20];
const unixSec = 1_700_000_000;

export const csvKinds: readonly CsvKind[] = [
  kind('Logbook strokes', [
    ['Number', ({ number }) => number],
    ['Time (seconds)', ({ sec }) => sec],
    ['Distance (meters)', ({ meters }) => meters],
    ['Pace (seconds)', ({ pace }) => pace, 'pace'],
    ['Watts', ({ watts }) => watts, 'power'],
    ['Cal/Hr', () => 1006],
    ['Stroke Rate', ({ rate }) => rate, 'strokeRate'],
    ['Heart Rate', ({ heart }) => heart, 'heartRate'],
  ]),
  kind('ErgData', [
    ['Stroke Number', ({ number }) => number],
    ['Time (seconds)', ({ sec }) => sec],
    ['Distance (meters)', ({ meters }) => meters],
    ['Pace (seconds per 500m', ({ pace }) => pace, 'pace'],
    ['Stroke Rate', ({ rate }) => rate, 'strokeRate'],
    ['Heart Rate', ({ heart }) => heart, 'heartRate'],
  ]),
  kind(
    'ErgStick',
    [
      ['Total elapsed time', ({ sec }) => clock(sec)],
      ['Total distance', ({ meters }) => `${meters} m`],
      ['Stroke rate (/min)', ({ rate }) => rate, 'strokeRate'],
      ['Speed (m/s)', () => 4.2],
      ['Current heart rate (bpm)', ({ heart }) => heart, 'heartRate'],
      ['Interval type', () => 'Time'],
      ['Workout state', () => 'Running'],
      ['Stroke count', ({ number }) => number],
      ['Drag factor', () => 118, 'dragFactor'],
      ['Current pace (/500m)', ({ pace }) => clock(pace), 'pace'],
      ['Rest distance', () => '0 m'],
      ['Rest time', () => '0:00'],
    ],
    { workout: { app: 'ErgStick' } },
  ),
  kind(
    'BoatCoach',
    [
      ['workoutType', () => 'FixedTimeSplits'],
      ['intervalType', () => 'Time'],
      ['intervalCount', () => 0],
      ['strokeRate', ({ rate }) => rate, 'strokeRate'],
      ['currentHeartRate', ({ heart }) => heart, 'heartRate'],
      ['workTime', ({ sec }) => `0:0${clock(sec)}`],
      ['restTime', () => '0:00:00'],
      ['workDistance', ({ meters }) => meters],
      ['stroke500MPace', ({ pace }) => `0:0${clock(pace)}`],
      ['strokePower', ({ watts }) => watts, 'power'],
      ['strokeCount', ({ number }) => number],
      ['strokeLength', () => 1.35, 'driveLength'],
      ['strokeDriveTime', () => 0.72, 'driveTime'],
      ['dragFactor', () => 118, 'dragFactor'],
    ],
    {
      above: [['Workout data for: Ann    Club: PBC    Date: 2016-11-28 08:37']],
      workout: { app: 'BoatCoach', startedAt: '2016-11-28T08:37:00' },
    },
  ),
  kind(
    'RowHero',
    [
      ['Stroke #', ({ number }) => number],
      ['Time', ({ sec }) => clock(sec)],
      ['Distance', ({ meters }) => meters],
      ['Split', ({ pace }) => clock(pace), 'pace'],
      ['Watts', ({ watts }) => watts, 'power'],
      ['Stroke Rate', ({ rate }) => (rate === 0 ? '' : rate), 'strokeRate'],
      ['Drag Factor', () => 106, 'dragFactor'],
      ['Stroke Length', () => 136, 'driveLength'],
      ['HR', ({ heart }) => heart, 'heartRate'],
      ['Work (J)', () => 519.4, 'workPerStroke'],
      ['Peak Drive Force (N)', () => 652.7, 'peakForce'],
      ['Average Drive Force (N)', () => 375.3, 'averageForce'],
      ['Drive Time', () => 0.81, 'driveTime'],
      ['Recovery Time', () => 1.69, 'recoveryTime'],
    ],
    {
      above: [
        [
          'Date',
          'Piece',
          'Distance',
          'Split',
          'Watts',
          'Stroke Rate',
          'Drag Factor',
          'Stroke Length',
          'Potential Split',
        ],
        ['2021-04-26 06:37:32 -07:00', '126m', '126', '1:59.0', '205.5', '24', '106', '136', '1:58.5'],
      ],
      workout: { app: 'RowHero', startedAt: '2021-04-26T06:37:32-07:00', title: '126m', averagePower: 205.5 },
    },
  ),
  kind(
    'SmartRow',
    [
      ['Stroke (#)', ({ number }) => number],
      ['Second (#)', ({ sec }) => sec],
      ['Distance (m)', ({ meters }) => meters],
      ['Work (J)', () => 190.9, 'workPerStroke'],
      ['Actual power (W)', ({ watts }) => watts, 'power'],
      ['Average power (W)', ({ watts }) => watts],
      ['Actual split (s)', ({ pace }) => pace, 'pace'],
      ['Average split (s)', ({ pace }) => pace],
      ['Stroke rate (SPM)', ({ rate }) => (rate === 0 ? ' ' : rate), 'strokeRate'],
      ['Heart rate (bpm)', ({ heart }) => heart, 'heartRate'],
    ],
    { workout: { app: 'SmartRow' } },
  ),
  kind('ETH', [
    ['Stroke Number', ({ number }) => number],
    ['Time (secs)', ({ sec }) => sec],
    ['Distance (meters)', ({ meters }) => meters],
    ['Stroke Rate (s/m)', ({ rate }) => rate, 'strokeRate'],
    ['500m Split (secs)', ({ pace }) => pace],
    ['Power (Watts)', ({ watts }) => watts, 'power'],
    ['Heart Rate (bpm)', ({ heart }) => heart, 'heartRate'],
    ['Peak Force (Newtons)', () => 512, 'peakForce'],
    ['Average Drive Force (Newtons)', () => 226.65, 'averageForce'],
    ['Drive Length (meters)', () => 1.21, 'driveLength'],
    ['Drive Time (secs)', () => 0.7, 'driveTime'],
    ['Work Per Stroke (Joules)', () => 151, 'workPerStroke'],
    ['Force Curve Data Points (Newtons)', () => `${curve.join(' ')} `],
  ]),
  kind(
    'OpenRowingMonitor',
    [
      ['', ({ number }) => number],
      ['index', ({ number }) => number],
      [' Stroke Number', ({ number }) => number],
      [' lapIdx', () => 0],
      ['TimeStamp (sec)', ({ sec }) => unixSec + sec],
      [' ElapsedTime (sec)', ({ sec }) => sec],
      [' HRCur (bpm)', ({ heart }) => heart, 'heartRate'],
      ['DistanceMeters', ({ meters }) => meters],
      [' Cadence (stokes/min)', ({ rate }) => (rate === 0 ? 'NaN' : rate)],
      [' Stroke500mPace (sec/500m)', ({ pace }) => pace, 'pace'],
      [' Power (watts)', ({ watts }) => watts, 'power'],
      [' StrokeDistance (meters)', () => 10.5, 'strokeDistance'],
      [' DriveTime (ms)', () => 810, 'driveTime'],
      [' DriveLength (meters)', () => 1.36, 'driveLength'],
      [' StrokeRecoveryTime (ms)', () => 1690, 'recoveryTime'],
      ['Speed', () => 4.18],
      [' Horizontal (meters)', ({ meters }) => meters],
      [' Calories (kCal)', ({ number }) => number, 'calories'],
      [' DragFactor', () => 118, 'dragFactor'],
      [' PeakDriveForce (N)', () => 652.7, 'peakForce'],
      [' AverageDriveForce (N)', () => 375.3, 'averageForce'],
      ['Handle_Force_(N)', ({ number }) => (number === 1 ? 'NaN' : curve.join(','))],
    ],
    { workout: { startedAt: '2023-11-14T22:13:20Z', app: 'rowingdata' } },
  ),
  kind(
    'Painsled',
    [
      ['TimeStamp (sec)', ({ sec }) => unixSec + sec],
      [' activityIdx', () => 0],
      [' lapIdx', () => 0],
      [' pointIdx', ({ number }) => number - 1],
      [' ElapsedTime (sec)', ({ sec }) => sec],
      [' Horizontal (meters)', ({ meters }) => meters],
      [' Stroke500mPace (sec/500m)', ({ pace }) => pace, 'pace'],
      [' Cadence (stokes/min)', ({ rate }) => rate],
      [' HRCur (bpm)', ({ heart }) => heart, 'heartRate'],
      [' Power (watts)', ({ watts }) => watts, 'power'],
      [' Calories (kCal)', ({ number }) => number, 'calories'],
      [' Speed (m/sec)', () => 4.18],
      [' StrokeCount', ({ number }) => number],
      [' StrokeDistance (meters)', () => 10.5, 'strokeDistance'],
      [' DriveLength (meters)', () => 1.36, 'driveLength'],
      [' DriveTime (ms)', () => 810, 'driveTime'],
      [' StrokeRecoveryTime (ms)', () => 1690, 'recoveryTime'],
      [' WorkPerStroke (joules)', () => 510.5, 'workPerStroke'],
      [' AverageDriveForce (lbs)', () => 84.5, 'averageForce'],
      [' PeakDriveForce (lbs)', () => 146.5, 'peakForce'],
      [' DragFactor', () => 118, 'dragFactor'],
    ],
    { workout: { startedAt: '2023-11-14T22:13:20Z', app: 'Painsled' } },
  ),
  kind(
    'RowPro',
    [
      ['Time', ({ sec }) => sec * 1000],
      ['Distance', ({ meters }) => meters],
      ['Pace', ({ pace }) => pace / 500],
      ['Watts', ({ watts }) => watts, 'power'],
      ['Cals', () => 1],
      ['SPM', ({ rate }) => rate],
      ['HR', ({ heart }) => heart, 'heartRate'],
      ['DutyCycle', () => 0],
      ['Rowfile_Id', () => 7],
    ],
    {
      above: [
        ['Date', 'Comment', 'Password', 'ID', 'Version', 'RowfileId', 'Rowfile_Id'],
        ['2016-01-30T17:07:09+01:00', 'Fine', '', '1', '5.1', '7', '7'],
        [
          'Date',
          'TotalTime',
          'TotalDistance',
          'AvgPace',
          'Unit',
          'Origin',
          'TotalCals',
          'DutyCycle',
          'Type',
          'Format',
          'Slide',
          'Session_Id',
          'Rowfile_Id',
          'AvgHR',
          'LastHR',
          'Offset',
        ],
        [
          '2016-01-30T17:07:09+01:00',
          '30000',
          '126',
          '0.25',
          '0',
          '0',
          '12',
          '0',
          '0',
          '126 meters',
          'False',
          '0',
          '7',
          '125',
          '131',
          '0',
        ],
        ['Offset', 'Session_Id'],
      ],
      workout: { app: 'RowPro', startedAt: '2016-01-30T17:07:09+01:00', calories: 12, title: '126 meters' },
    },
  ),
];
