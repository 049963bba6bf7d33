import { later } from '../csv/iso-dates.ts';
import { numberTo } from '../round.ts';
import { type Interval, type Workout, type WorkoutStroke, newInterval } from '../workout.ts';
import { extensionOf } from './extension.ts';
import { element, escaped } from './xml.ts';

const namespace = 'http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2';
const extensions = 'http://www.garmin.com/xmlschemas/ActivityExtension/v2';
/** A file must have a date: readers other than ours show this one if the workout has none. */
const noDate = '2000-01-01T00:00:00Z';

/**
 * Writes a workout as TCX: a lap per interval and rest, with a distance that continues over all of them. Cadence, heart
 * rate and watts are whole numbers; TCX has no place for force curves. An extension at the end of the activity keeps
 * the values that TCX cannot hold.
 */
export function writeTcx(workout: Workout): Uint8Array<ArrayBuffer> {
  const laps = lapsOf(workout);
  const start = startOf(workout);
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<TrainingCenterDatabase xmlns="${namespace}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">`,
    '<Activities><Activity Sport="Other">',
    element('Id', start),
    ...laps.map((lap) => lapXml(lap, start)),
    element('Notes', workout.comments),
    '<Creator xsi:type="Device_t">',
    element('Name', workout.app ?? 'Boathouse'),
    '<UnitId>0</UnitId><ProductID>0</ProductID>',
    '<Version><VersionMajor>1</VersionMajor><VersionMinor>0</VersionMinor></Version></Creator>',
    extensionOf(workout),
    '</Activity></Activities>',
    '</TrainingCenterDatabase>',
    '',
  ];
  return new TextEncoder().encode(xml.filter((part) => part !== '').join('\n'));
}

type WrittenLap = {
  interval: Interval;
  strokes: WorkoutStroke[];
  /** All earlier laps, and their work. */
  before: { time: number; workTime: number; workDistance: number; restDistance: number };
};

function startOf({ startedAt, endedAt, isDayOnly, elapsedTime, restTime }: Workout): string {
  if (startedAt !== null) return startedAt;
  // A day without a time of day stays that day.
  if (isDayOnly && endedAt !== null) return endedAt;
  return endedAt === null ? noDate : later(endedAt, -(elapsedTime ?? 0) - (restTime ?? 0));
}

/** The intervals, or the total as one lap if their times are unknown. */
function lapsOf(workout: Workout): WrittenLap[] {
  const last = workout.strokes.at(-1);
  const whole = newInterval({
    kind: 'work',
    time: workout.elapsedTime ?? last?.elapsedTime ?? 0,
    distance: workout.distance ?? last?.distance ?? 0,
    calories: workout.calories,
    averageHeartRate: workout.averageHeartRate,
    averageStrokeRate: workout.averageStrokeRate,
    averagePower: workout.averagePower,
  });
  const timed = workout.intervals.length > 0 && workout.intervals.every(({ time }) => time !== null);
  const intervals = timed ? workout.intervals : [whole];
  const laps: WrittenLap[] = [];
  const before = { time: 0, workTime: 0, workDistance: 0, restDistance: 0 };
  const byInterval = strokesByInterval(
    workout.strokes,
    intervals.filter(({ kind }) => kind === 'work').length,
  );
  let works = 0;
  for (const interval of intervals) {
    const time = interval.time ?? 0;
    if (interval.kind === 'work') works++;
    const own = interval.kind === 'rest' ? [] : (byInterval.get(works) ?? []);
    before.time = Math.max(before.time, beginOf(own[0], before.workTime));
    laps.push({ interval, strokes: own, before: { ...before } });
    before.time += time;
    if (interval.kind === 'work') {
      before.workTime += time;
      before.workDistance = Math.max(
        own.at(-1)?.distance ?? 0,
        before.workDistance + (interval.distance ?? 0),
      );
    } else before.restDistance += interval.distance ?? 0;
  }
  return laps;
}

/** When the lap of a stroke begins by the clock, with pauses that aren't rests; 0 if the stroke does not contain it. */
function beginOf(first: WorkoutStroke | undefined, workTime: number): number {
  return first?.rowedAfter == null ? 0 : first.rowedAfter - (first.elapsedTime - workTime);
}

/** A stroke is not lost if the workout does not contain its interval. */
function strokesByInterval(strokes: readonly WorkoutStroke[], works: number): Map<number, WorkoutStroke[]> {
  const by = new Map<number, WorkoutStroke[]>();
  for (const stroke of strokes) {
    const interval = Math.min(Math.max(stroke.interval, 1), works);
    const own = by.get(interval);
    if (own === undefined) by.set(interval, [stroke]);
    else own.push(stroke);
  }
  return by;
}

function lapXml({ interval, strokes, before }: WrittenLap, start: string): string {
  const { time, distance, kind, averageHeartRate, averageStrokeRate, averagePower } = interval;
  const begin = later(start, before.time);
  const points = strokes.map((stroke) =>
    pointXml(stroke, later(begin, stroke.elapsedTime - before.workTime), before),
  );
  if (kind === 'work') addEnds(points, { interval, strokes, before }, begin);
  return [
    `<Lap StartTime="${escaped(begin)}">`,
    element('TotalTimeSeconds', numberTo(2, time ?? 0)),
    element('DistanceMeters', numberTo(2, distance ?? 0)),
    element('Calories', Math.round(interval.calories ?? 0)),
    averageHeartRate === null ? '' : `<AverageHeartRateBpm>${value(averageHeartRate)}</AverageHeartRateBpm>`,
    element('Intensity', kind === 'rest' ? 'Resting' : 'Active'),
    averageStrokeRate === null ? '' : element('Cadence', Math.round(averageStrokeRate)),
    '<TriggerMethod>Manual</TriggerMethod>',
    points.length === 0 ? '' : `<Track>\n${points.join('\n')}\n</Track>`,
    averagePower === null
      ? ''
      : `<Extensions><LX xmlns="${extensions}">${element('AvgWatts', Math.round(averagePower))}</LX></Extensions>`,
    '</Lap>',
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** Adds a sample at the start of a lap, and one at its end unless its last stroke is there: they are not strokes. */
function addEnds(points: string[], { interval, strokes, before }: WrittenLap, begin: string): void {
  const sampleXml = (time: string, meters: number) =>
    `<Trackpoint>${element('Time', time)}${element('DistanceMeters', numberTo(2, meters))}<SensorState>Absent</SensorState></Trackpoint>`;
  const [first, last] = [strokes[0], strokes.at(-1)];
  const [time, distance] = [interval.time ?? 0, interval.distance ?? 0];
  const startM = before.workDistance + before.restDistance;
  const firstM = first === undefined ? startM : first.distance + before.restDistance;
  points.unshift(sampleXml(begin, Math.min(startM, firstM)));
  const endM = Math.max(startM + distance, last === undefined ? 0 : last.distance + before.restDistance);
  const isThere =
    last !== undefined &&
    last.elapsedTime - before.workTime > time - 0.005 &&
    endM - last.distance - before.restDistance < 0.005;
  const endTime = Math.max(time, last === undefined ? 0 : last.elapsedTime - before.workTime);
  if (!isThere) points.push(sampleXml(later(begin, endTime), endM));
}

function pointXml(
  { distance, heartRate, strokeRate, pace, power }: WorkoutStroke,
  time: string,
  { restDistance }: { restDistance: number },
): string {
  const speed = pace === null ? '' : element('Speed', numberTo(5, 500 / pace));
  const watts = power === null ? '' : element('Watts', Math.round(power));
  return [
    '<Trackpoint>',
    element('Time', time),
    element('DistanceMeters', numberTo(2, distance + restDistance)),
    heartRate === null ? '' : `<HeartRateBpm>${value(heartRate)}</HeartRateBpm>`,
    strokeRate === null ? '' : element('Cadence', Math.round(strokeRate)),
    '<SensorState>Present</SensorState>',
    speed === '' && watts === ''
      ? ''
      : `<Extensions><TPX xmlns="${extensions}">${speed}${watts}</TPX></Extensions>`,
    '</Trackpoint>',
  ].join('');
}

function value(heartRate: number): string {
  return element('Value', Math.round(heartRate));
}
