import { describe, expect, it } from 'vitest';

import { SampleRate, sampleIntervalMs, sampleRateOf } from './sample-rate.ts';

describe('the sample rate', () => {
  it.each([
    [SampleRate.everySecond, 1000],
    [SampleRate.every500Ms, 500],
    [SampleRate.every250Ms, 250],
    [SampleRate.every100Ms, 100],
  ])('code %i means every %i ms', (code, intervalMs) => {
    expect(sampleIntervalMs(code)).toBe(intervalMs);
    expect(sampleRateOf(intervalMs)).toBe(code);
  });

  it('returns null for any other code or interval', () => {
    expect(sampleIntervalMs(4)).toBeNull();
    expect(sampleIntervalMs(-1)).toBeNull();
    expect(sampleRateOf(200)).toBeNull();
  });
});
