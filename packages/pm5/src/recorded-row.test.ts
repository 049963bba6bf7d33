import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { decodeNotification } from './decode.ts';
import { decodeText } from './device-information.ts';
import { encodeRecord } from './encode.ts';
import type { Pm5Record } from './records.ts';
import { sampleIntervalMs } from './sample-rate.ts';

/* Replays a 100 m piece recorded from real hardware: see fixtures/SOURCES.md. */

type RecordedEvent = {
  t_ms: number;
  ev: string;
  char?: string;
  hex?: string;
  dec?: Record<string, number | string>;
};
type Notification = {
  atMs: number;
  characteristic: number;
  bytes: Uint8Array;
  collectedDecode: Record<string, number | string> | null;
};

const parseEvent = (line: string): RecordedEvent => JSON.parse(line);
const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

const events = readFileSync(new URL('../fixtures/row100m_pm5_2016_ble.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map(parseEvent);
const notifications: Notification[] = events
  .filter((event) => event.ev === 'notificationReceived')
  .map((event) => ({
    atMs: event.t_ms,
    characteristic: Number.parseInt(event.char ?? '', 16),
    bytes: bytesOf(event.hex ?? ''),
    collectedDecode: event.dec ?? null,
  }));
const rowing = notifications.filter((notification) => notification.characteristic !== 0x22);
const decoded = rowing.map((notification) => ({
  ...notification,
  record: decodeNotification(notification.characteristic, notification.bytes),
}));

function recordsOf<Kind extends Pm5Record['kind']>(kind: Kind): Extract<Pm5Record, { kind: Kind }>[] {
  const isOfKind = (record: Pm5Record): record is Extract<Pm5Record, { kind: Kind }> => record.kind === kind;
  return decoded.map((notification) => notification.record).filter(isOfKind);
}

/** Field of the decode that came with the recording -> field here. */
const collectedNames = new Map([
  ['elapsed_s', 'elapsedSec'],
  ['distance_m', 'distanceM'],
  ['totalWorkDistance_m', 'totalWorkDistanceM'],
  ['speed_mps', 'speedMPerSec'],
  ['strokeRate', 'strokeRateSpm'],
  ['heartRate', 'heartRateBpm'],
  ['currentPace_s', 'currentPaceSec'],
  ['averagePace_s', 'averagePaceSec'],
  ['restDistance_m', 'restDistanceM'],
  ['restTime_s', 'restTimeSec'],
  ['averagePower_w', 'averagePowerW'],
  ['splitAvgPace_s', 'splitAveragePaceSec'],
  ['splitAvgPower_w', 'splitAveragePowerW'],
  ['splitAvgCalories', 'splitAverageCalories'],
  ['lastSplitTime_raw', 'lastSplitTimeSec'],
  ['lastSplitDistance_m', 'lastSplitDistanceM'],
  ['driveLength_m', 'driveLengthM'],
  ['driveTime_s', 'driveTimeSec'],
  ['recoveryTime_s', 'recoveryTimeSec'],
  ['strokeDistance_m', 'strokeDistanceM'],
  ['peakForce_lbf', 'peakForceLbf'],
  ['avgForce_lbf', 'averageForceLbf'],
  ['workPerStroke_j', 'workPerStrokeJ'],
  ['strokePower_w', 'strokePowerW'],
  ['strokeCalories_calhr', 'strokeCaloriesPerHour'],
  ['projWorkTime_s', 'projectedWorkTimeSec'],
  ['projWorkDistance_m', 'projectedWorkDistanceM'],
  ['splitTime_s', 'splitTimeSec'],
  ['splitDistance_m', 'splitDistanceM'],
  ['avgStrokeRate', 'averageStrokeRateSpm'],
  ['workHR', 'workHeartRateBpm'],
  ['restHR', 'restHeartRateBpm'],
  ['avgPace_s', 'averagePaceSec'],
  ['avgCalories_calhr', 'averageCaloriesPerHour'],
  ['power_w', 'powerW'],
  ['avgDragFactor', 'averageDragFactor'],
  ['endHR', 'endingHeartRateBpm'],
  ['avgHR', 'averageHeartRateBpm'],
  ['minHR', 'minimumHeartRateBpm'],
  ['maxHR', 'maximumHeartRateBpm'],
  ['recoveryHR', 'recoveryHeartRateBpm'],
  ['totalRestDistance_m', 'totalRestDistanceM'],
  ['intervalRestTime_s', 'intervalRestTimeSec'],
]);
/** Names of 0x0039 and 0x003A that mean another field in other records. */
const summaryNames = new Map([
  ['elapsed_s', 'timeElapsedSec'],
  ['splitType', 'splitIntervalType'],
  ['splitSize', 'splitIntervalSize'],
  ['splitCount', 'splitIntervalCount'],
]);
const sentinels = new Map<string, readonly number[]>([
  ['heartRateBpm', [0, 255]],
  ['workPerStrokeJ', [6553.5]],
]);

function expectedOf(name: string, value: number | string): number | string | null {
  const absent = sentinels.get(name) ?? (/HeartRateBpm$|PaceSec$/.test(name) ? [0] : []);
  if (typeof value === 'number' && absent.includes(value)) return null;
  // The recording kept this field raw; the wire unit is 0.01 s, as the 2505 of a 25.0 s split shows.
  if (name === 'lastSplitTimeSec') return Number(value) / 100;
  return value;
}

describe('a 100 m piece recorded from a PM5', () => {
  it('holds 431 notifications, 136 of them CSAFE replies', () => {
    expect(notifications).toHaveLength(431);
    expect(rowing).toHaveLength(295);
  });

  it('[ERG-2] decodes every notification of the rowing service to a known record', () => {
    expect(decoded.filter(({ record }) => record.kind === 'unknown')).toEqual([]);
    expect(new Set(decoded.map(({ record }) => record.kind))).toEqual(
      new Set([
        'generalStatus',
        'additionalStatus1',
        'additionalStatus2',
        'strokeData',
        'additionalStrokeData',
        'splitIntervalData',
        'additionalSplitIntervalData',
        'endOfWorkoutSummary',
        'additionalEndOfWorkoutSummary',
      ]),
    );
  });

  it('[ERG-2] [ERG-4] agrees in every field with the decode that came with the recording', () => {
    for (const { record, characteristic, collectedDecode } of decoded) {
      if (collectedDecode === null) throw new Error('a notification without a decode');
      const fields = new Map<string, unknown>(Object.entries(record));
      if ('logEntryDate' in record) {
        const { logEntryDate: date, logEntryTime: time } = record;
        const two = (part: number): string => String(part).padStart(2, '0');
        fields.set(
          'logDateTime',
          `${date.year}-${two(date.month)}-${two(date.day)}T${two(time.hour)}:${two(time.minute)}`,
        );
      }
      const isSummary = characteristic === 0x39 || characteristic === 0x3a;
      for (const [collectedName, value] of Object.entries(collectedDecode)) {
        const own = isSummary ? summaryNames.get(collectedName) : undefined;
        const name = own ?? collectedNames.get(collectedName) ?? collectedName;
        const where = `${record.kind}.${name}`;
        expect({ where, value: fields.get(name) }).toEqual({ where, value: expectedOf(name, value) });
      }
    }
  });

  it('[ERG-4] shows that the last split time is in hundredths of a second', () => {
    const last = recordsOf('additionalStatus2').at(-1);
    const split = recordsOf('splitIntervalData').at(-1);
    expect(last?.lastSplitTimeSec).toBeCloseTo(split?.splitTimeSec ?? 0, 0);
  });

  it('notifies the summary 1.5 s and logs the workout 1.8 s after the finish', () => {
    const atMsOf = (isWanted: (record: Pm5Record) => boolean): number =>
      decoded.find(({ record }) => isWanted(record))?.atMs ?? Number.NaN;
    const inState = (state: number) => (record: Pm5Record) =>
      record.kind === 'generalStatus' && record.workoutState === state;
    const finishMs = atMsOf(inState(10));
    expect(atMsOf(({ kind }) => kind === 'endOfWorkoutSummary') - finishMs).toBe(1530);
    expect(atMsOf(inState(12)) - finishMs).toBe(1830);
  });

  it('encodes every record back to the bytes that the monitor sent', () => {
    for (const { record, characteristic, bytes } of decoded) {
      if (record.kind === 'unknown') throw new Error('unknown record in the recording');
      expect(encodeRecord(record, 'individual')).toEqual({ characteristic, bytes });
    }
  });

  it('[ERG-2] [ERG-4] ends with summaries and split records that agree with each other', () => {
    const logged = {
      logEntryDate: { year: 2016, month: 3, day: 6 },
      logEntryTime: { hour: 11, minute: 36 },
    };
    expect(recordsOf('endOfWorkoutSummary')).toMatchObject([
      {
        ...logged,
        timeElapsedSec: 25,
        distanceM: 100,
        averagePaceSec: 125,
        averageStrokeRateSpm: 24,
        workoutType: 3,
      },
    ]);
    expect(recordsOf('additionalEndOfWorkoutSummary')).toMatchObject([
      {
        ...logged,
        watts: 179,
        averageCaloriesPerHour: 916,
        totalCalories: 6,
        splitIntervalSize: 100,
        splitIntervalCount: 1,
      },
    ]);
    expect(recordsOf('splitIntervalData')).toMatchObject([
      { elapsedSec: 25, distanceM: 100, splitTimeSec: 25, splitDistanceM: 100, splitNumber: 1 },
    ]);
    expect(recordsOf('additionalSplitIntervalData')).toMatchObject([
      {
        averagePaceSec: 125,
        powerW: 179,
        averageCaloriesPerHour: 916,
        speedMPerSec: 4,
        ergMachineType: null,
      },
    ]);
  });

  it('[ERG-5] reads the device information as text', () => {
    const readText = (short: string): string => {
      const event = events.find(({ ev, char }) => ev === 'readCharacteristic' && char === short);
      return decodeText(bytesOf(event?.hex ?? ''));
    };
    expect(readText('0012')).toBe('430000000');
    expect(readText('0013')).toBe('340');
    expect(readText('0014')).toBe('8200-000320-020.000');
    expect(readText('0015')).toBe('Concept2');
  });

  it('notifies status at the rate in characteristic 0x34', () => {
    const rate = events.find(({ ev, char }) => ev === 'readCharacteristic' && char === '0034');
    const intervalMs = sampleIntervalMs(Number(rate?.hex)) ?? Number.NaN;
    const atMs = decoded.filter(({ characteristic }) => characteristic === 0x31).map((n) => n.atMs);
    const gapsMs = atMs.slice(1).map((at, index) => at - (atMs[index] ?? 0));
    const medianMs = gapsMs.sort((a, b) => a - b)[Math.floor(gapsMs.length / 2)] ?? Number.NaN;
    expect(Math.abs(medianMs - intervalMs)).toBeLessThanOrEqual(20);
  });
});
