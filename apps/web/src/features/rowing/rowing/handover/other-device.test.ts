import { stateOfErg, type MemberState } from '@boathouse/contract/live';
import { describe, expect, test } from 'vitest';
import { otherDeviceOf } from './other-device.ts';

const quiet = {
  state: undefined,
  workoutItemIndex: 1,
  sampleAgoMs: null,
  heardAgoMs: null,
  watchedMs: 60_000,
};
const stateWith = (erg: 'sending' | 'silent' | 'none', parts: Partial<MemberState> = {}): MemberState => ({
  ...stateOfErg(erg, null),
  isInFront: false,
  item: 1,
  isRowing: false,
  ...parts,
});

describe('the device that has the row', () => {
  test.each([
    ['has its erg, even while it waits without a sample', { state: stateWith('sending') }, 'withErg'],
    ['has its erg while the monitor is silent', { state: stateWith('silent') }, 'withErg'],
    ['has let the erg go', { state: stateWith('none', { isRowing: true }) }, 'withoutErg'],
    ['sent a sample a while ago', { sampleAgoMs: 30_000 }, 'withErg'],
    ['was heard of by the server', { sampleAgoMs: 45_000, heardAgoMs: 12_000 }, 'withErg'],
    ['is not known yet', { watchedMs: 5_000, heardAgoMs: 3_600_000 }, 'withErg'],
    ['is not known without a connection', { watchedMs: null, heardAgoMs: 3_600_000 }, 'withErg'],
    ['is not heard of, for as long as this page watches', {}, 60],
    ['is not heard of since its last sample', { sampleAgoMs: 31_500 }, 31],
    ['is not heard of for as long as the server says', { heardAgoMs: 3_600_000 }, 3_600],
    ['does not row it by a page with another item', { state: stateWith('sending', { item: 0 }) }, 60],
    ['does not row it by this page itself', { state: stateWith('sending', { item: null }) }, 60],
  ])('%s', (_, signs, expected) => {
    expect(otherDeviceOf({ ...quiet, ...signs })).toBe(expected);
  });
});
