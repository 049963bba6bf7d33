import { decodeNotification } from '@boathouse/pm5/decode';
import { createSimulatedErg } from '@boathouse/pm5/simulated-erg';
import { Characteristic } from '@boathouse/pm5/uuids';
import { isCharacteristic } from '../fixtures/gatt-table.ts';
import type { ScheduledNotification } from '../fixtures/emulated-pm5.ts';

/**
 * The notifications of a monitor in a race, in ms from the first movement of its flywheel, which does not move before.
 */
export type MonitorRow = {
  notifications: ScheduledNotification[];
  /** Those of its still flywheel for the time before the race: a page reconnects a silent monitor. */
  waiting: ScheduledNotification[];
  /** Hundredths of a second in its final packet (0x39). */
  hundredths: number;
};

const waitSec = 2;
/** A page takes a monitor for silent after 2.5 s. */
const waitingEachMs = 2_000;
const waitingMs = 15 * 60_000;
/** It lasts from the last stroke to the summary and a little longer. */
const afterSec = 6;

/** Returns the row of a distance at a pace in s/500 m; the same figures give the same bytes. */
export function monitorRow({ meters, paceSec }: { meters: number; paceSec: number }): MonitorRow {
  const erg = createSimulatedErg({
    plan: { paceSec, strokeRateSpm: 30, pieces: [{ kind: 'distance', distanceM: meters, restSec: 0 }] },
    startDate: { year: 2026, month: 11, day: 1 },
    startTime: { hour: 9, minute: 0 },
  });
  // Twice a second, like a monitor that keeps its rate: 40 of them share this machine with their pages.
  erg.write(Characteristic.sampleRate, Uint8Array.of(1));
  const still = erg.advanceTo(waitSec);
  erg.startRowing();
  const rowed = erg.advanceTo(waitSec + (meters / 500) * paceSec * 1.2 + afterSec);
  const notifications = [...still, ...rowed].flatMap(({ atSec, characteristic, bytes }) => {
    const digits = characteristic.toString(16).padStart(4, '0');
    if (!isCharacteristic(digits)) return [];
    return [{ dueMs: (atSec - waitSec) * 1_000, characteristic: digits, bytes }];
  });
  const final = rowed
    .map(({ characteristic, bytes }) => decodeNotification(characteristic, bytes))
    .find((record) => record.kind === 'endOfWorkoutSummary');
  if (final === undefined) throw new Error('The monitor has sent no final packet');
  const [first] = notifications;
  const status = notifications.filter(({ dueMs }) => dueMs === first?.dueMs);
  const waiting = Array.from({ length: waitingMs / waitingEachMs }, (_, index) =>
    status.map((one) => ({ ...one, dueMs: index * waitingEachMs })),
  );
  return { notifications, waiting: waiting.flat(), hundredths: Math.round(final.timeElapsedSec * 100) };
}
