import { expect, it } from 'vitest';

import { batteryPercentOf } from './battery.ts';

const payload = (length: number, percent?: number) => {
  const bytes = new Uint8Array(length);
  if (percent !== undefined) bytes[12] = percent;
  return bytes;
};

it.each([
  [payload(19, 87), 87],
  [payload(13, 0), 0],
  [payload(19, 100), 100],
  // Firmware of the specification's length, and a number without a meaning.
  [payload(12), null],
  [payload(19, 255), null],
  [payload(0), null],
])('the charge in %j is %j', (bytes, percent) => {
  expect(batteryPercentOf(bytes)).toBe(percent);
});
