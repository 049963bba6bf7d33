import recording from '../../../../../packages/pm5/fixtures/row100m_pm5_2016_ble.jsonl?raw';

/* For tests: a 100 m piece recorded from a real monitor. Its origin and licence are told beside the file. */

export type RecordedNotification = { atMs: number; characteristic: number; bytes: Uint8Array };

type RecordedEvent = { t_ms: number; ev: string; char?: string; hex?: string };
const parseEvent = (line: string): RecordedEvent => JSON.parse(line);
const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

const events = recording.trim().split('\n').map(parseEvent);

const withValue = (kind: string): RecordedNotification[] =>
  events.flatMap(({ t_ms, ev, char, hex }) =>
    ev === kind && char !== undefined && hex !== undefined
      ? [{ atMs: t_ms, characteristic: parseInt(char, 16), bytes: bytesOf(hex) }]
      : [],
  );

/** What the monitor notified, CSAFE replies left out. */
export const recordedNotifications = withValue('notificationReceived').filter(
  ({ characteristic }) => characteristic !== 0x22,
);

/** What could be read of it. */
export const recordedValues = (): Map<number, Uint8Array> =>
  new Map(withValue('readCharacteristic').map(({ characteristic, bytes }) => [characteristic, bytes]));
