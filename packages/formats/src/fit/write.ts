import { momentOf } from '../dates.ts';
import type { MachineType, Workout } from '../workout.ts';
import {
  ownApplicationId,
  ownFields,
  standardApplicationId,
  standardFields,
  type DeveloperField,
} from './developer.ts';
import { FitEncoder, type DeveloperData } from './encode.ts';
import {
  baseTypes,
  events,
  eventTypes,
  intensities,
  lapTriggers,
  manufacturers,
  splitTypes,
  sports,
  subSports,
} from './profile.ts';
import { strokeWriter } from './stroke-records.ts';
import { timelineOf, type Timeline } from './timeline.ts';

const ownVersion = 1;
const activityFile = 4;

/**
 * Writes a workout as a FIT activity by the rowing FIT standard 1.2, level 3. Native fields have the values that every
 * reader knows. Boathouse's developer fields keep the digits that those round, so that reading returns the same
 * workout: times to 1 ms, distances to 1 mm, forces to 0.1 N, drive lengths to 1 mm, work to 1 J, power of a stroke to
 * 1 W, texts to 254 bytes.
 */
export function writeFit(workout: Workout): Uint8Array<ArrayBuffer> {
  const encoder = new FitEncoder();
  const time = timelineOf(workout);
  const strokes = strokeWriter(workout, time);
  encoder.write('fileId', {
    type: activityFile,
    manufacturer: manufacturers.development,
    product: 0,
    serialNumber: 1,
    timeCreated: time.startSec,
    productName: workout.isSimulated ? 'Boathouse simulated erg' : 'Boathouse',
  });
  writeDescriptions(encoder);
  if (workout.title !== null) encoder.write('workout', { ...sportOf(workout.machine), name: workout.title });
  writeEvent(encoder, time.startSec, eventTypes.start);
  strokes.write(encoder);
  writeEvent(encoder, time.endSec, eventTypes.stopAll);
  writeLaps(encoder, workout, time);
  writeSplits(encoder, workout, time);
  writeSession(encoder, workout, time);
  encoder.write('activity', {
    timestamp: time.endSec,
    totalTimerTime: time.totalSec,
    numSessions: 1,
    type: 0,
    event: events.activity,
    eventType: eventTypes.stop,
    localTimestamp: time.endSec + (offsetSecOf(workout) ?? 0),
  });
  return encoder.finish();
}

function writeDescriptions(encoder: FitEncoder): void {
  const applications = [
    { id: standardApplicationId, fields: standardFields },
    { id: ownApplicationId, fields: ownFields },
  ];
  for (const [index, { id }] of applications.entries()) {
    encoder.write('developerDataId', {
      applicationId: id,
      developerDataIndex: index,
      applicationVersion: ownVersion,
    });
  }
  for (const [index, { fields }] of applications.entries()) {
    for (const [name, { num, type, scale, units }] of Object.entries<DeveloperField>(fields)) {
      encoder.write('fieldDescription', {
        developerDataIndex: index,
        fieldDefinitionNumber: num,
        fitBaseTypeId: baseTypes[type].code,
        fieldName: name,
        ...(scale !== 1 && { scale }),
        ...(units !== '' && { units }),
      });
    }
  }
}

function writeEvent(encoder: FitEncoder, timestamp: number, eventType: number): void {
  encoder.write('event', { timestamp, event: events.timer, eventType });
}

function own(field: keyof typeof ownFields, value: number | string | null): DeveloperData[] {
  return value === null ? [] : [{ developer: 1, field: ownFields[field], value }];
}

function standard(field: keyof typeof standardFields, value: number | null): DeveloperData[] {
  return value === null ? [] : [{ developer: 0, field: standardFields[field], value }];
}

const thousandths = (value: number | null) => (value === null ? null : value * 1000);
const speedOf = (meters: number | null, sec: number | null) => (meters !== null && sec ? meters / sec : null);
const fractionOf = (rate: number | null) => (rate === null ? null : rate - Math.round(rate));

/** The rounded cadence, as most readers know it; the fraction is added only if the cadence is cut and not rounded. */
function cadenceOf(rate: number | null) {
  const fraction = fractionOf(rate);
  return {
    avgCadence: rate === null ? undefined : Math.round(rate),
    avgFractionalCadence: fraction !== null && fraction > 0 ? fraction : undefined,
  };
}

function writeLaps(encoder: FitEncoder, workout: Workout, { parts }: Timeline): void {
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    encoder.write(
      'lap',
      {
        messageIndex: index,
        timestamp: part.endSec,
        event: events.lap,
        eventType: eventTypes.stop,
        startTime: part.startSec,
        totalElapsedTime: part.time ?? undefined,
        totalTimerTime: part.time ?? undefined,
        totalDistance: part.distance ?? undefined,
        totalCycles: part.strokeCount ?? undefined,
        totalCalories: part.calories ?? undefined,
        avgHeartRate: part.averageHeartRate ?? undefined,
        avgPower: part.averagePower ?? undefined,
        enhancedAvgSpeed: speedOf(part.distance, part.time) ?? undefined,
        ...cadenceOf(part.averageStrokeRate),
        intensity: part.kind === 'rest' ? intensities.rest : intensities.active,
        lapTrigger: isLast ? lapTriggers.sessionEnd : lapTriggers.manual,
        ...sportOf(workout.machine),
      },
      [
        ...standard('StrokeRate', part.averageStrokeRate),
        ...own('WorkTime', thousandths(part.time)),
        ...own('WorkDistance', thousandths(part.distance)),
        ...own('AveragePower', thousandths(part.averagePower)),
        ...own('AverageHeartRate', part.averageHeartRate),
      ],
    );
  }
}

/** Garmin's split is an interval: its app shows intervals from these, and would show laps as splits. */
function writeSplits(encoder: FitEncoder, { intervals }: Workout, { parts }: Timeline): void {
  if (intervals.length === 0) return;
  const typeOf = (kind: 'work' | 'rest') => (kind === 'rest' ? splitTypes.rest : splitTypes.active);
  for (const [index, part] of parts.entries()) {
    encoder.write('split', {
      messageIndex: index,
      splitType: typeOf(part.kind),
      totalElapsedTime: part.time ?? undefined,
      totalTimerTime: part.time ?? undefined,
      totalDistance: part.distance ?? undefined,
      startTime: part.startSec,
      endTime: part.endSec,
    });
  }
  for (const [index, kind] of (['work', 'rest'] as const).entries()) {
    const of = parts.filter((part) => part.kind === kind);
    if (of.length === 0) continue;
    encoder.write('splitSummary', {
      messageIndex: index,
      splitType: typeOf(kind),
      numSplits: of.length,
      totalTimerTime: of.reduce((sum, { time }) => sum + (time ?? 0), 0),
      totalDistance: of.reduce((sum, { distance }) => sum + (distance ?? 0), 0),
    });
  }
}

function writeSession(encoder: FitEncoder, workout: Workout, time: Timeline): void {
  encoder.write(
    'session',
    {
      messageIndex: 0,
      timestamp: time.endSec,
      event: events.session,
      eventType: eventTypes.stop,
      startTime: time.startSec,
      ...sportOf(workout.machine),
      totalElapsedTime: time.totalSec,
      totalTimerTime: time.totalSec,
      totalDistance: time.totalM ?? undefined,
      totalCycles: workout.strokeCount ?? undefined,
      totalCalories: workout.calories ?? undefined,
      avgHeartRate: workout.averageHeartRate ?? undefined,
      avgPower: workout.averagePower ?? undefined,
      enhancedAvgSpeed: speedOf(workout.distance, workout.elapsedTime) ?? undefined,
      ...cadenceOf(workout.averageStrokeRate),
      firstLapIndex: 0,
      numLaps: time.parts.length,
      trigger: 0,
    },
    [
      ...standard('RecordingStrategy', workout.strokes.length > 0 ? 1 : 0),
      ...standard('StrokeRate', workout.averageStrokeRate),
      ...standard('DragFactor', workout.dragFactor),
      ...own('BoathouseVersion', ownVersion),
      ...own('StartedAt', workout.startedAt),
      ...own('EndedAt', workout.endedAt),
      ...own('Machine', workout.machine),
      ...own('WorkTime', thousandths(workout.elapsedTime)),
      ...own('WorkDistance', thousandths(workout.distance)),
      ...own('RestTime', thousandths(workout.restTime)),
      ...own('RestDistance', thousandths(workout.restDistance)),
      ...own('IntervalCount', workout.intervals.length),
      ...own('LogbookId', workout.logbookId),
      ...own('Comments', workout.comments),
      ...own('SourceApp', workout.app),
      ...own('AveragePower', thousandths(workout.averagePower)),
      ...own('AverageHeartRate', workout.averageHeartRate),
      ...own('Simulated', workout.isSimulated ? 1 : null),
      ...own('DayOnly', workout.isDayOnly ? 1 : null),
    ],
  );
}

function sportOf(machine: MachineType | null): { sport: number; subSport: number } {
  switch (machine) {
    case 'rower':
    case 'dynamic':
    case 'slides':
    case 'otherrower':
      return { sport: sports.rowing, subSport: subSports.indoorRowing };
    case 'bike':
      return { sport: sports.cycling, subSport: subSports.indoorCycling };
    case 'skierg':
      return { sport: sports.fitnessEquipment, subSport: subSports.indoorSkiing };
    case 'multierg':
    case 'other':
      return { sport: sports.fitnessEquipment, subSport: subSports.generic };
    case null:
      return { sport: sports.generic, subSport: subSports.generic };
  }
}

function offsetSecOf({ startedAt, endedAt }: Workout): number | null {
  return momentOf(startedAt ?? endedAt ?? '')?.offsetSec ?? null;
}
