import recording from '@boathouse/pm5/fixtures/row100m_pm5_2016_ble.jsonl?raw';

/* For tests: a 100 m piece recorded from a real monitor. See SOURCES.md beside the file for its origin and license. */

export type RecordedNotification = { atMs: number; characteristic: number; bytes: Uint8Array };

type RecordedEvent = { t_ms: number; ev: string; char?: string; hex?: string };
function parseEvent(line: string): RecordedEvent {
  return JSON.parse(line);
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

const events = recording.trim().split('\n').map(parseEvent);

function withValue(kind: string): RecordedNotification[] {
  return events.flatMap(({ t_ms, ev, char, hex }) =>
    ev === kind && char !== undefined && hex !== undefined
      ? [{ atMs: t_ms, characteristic: parseInt(char, 16), bytes: bytesOf(hex) }]
      : [],
  );
}

/** The monitor's notifications without CSAFE replies. */
export const recordedNotifications = withValue('notificationReceived').filter(
  ({ characteristic }) => characteristic !== 0x22,
);

/** The monitor's readable values. */
export function recordedValues(): Map<number, Uint8Array> {
  return new Map(withValue('readCharacteristic').map(({ characteristic, bytes }) => [characteristic, bytes]));
}
