import { expect, test } from 'vitest';
import { figuresOn, formatPaceOn, paceSecOfPowerOn, powerWOn, shownPaceSec } from './machine.ts';

test.each([
  ['rower', '2:00.0', '/500 m', 'spm', true, 203],
  ['dynamic', '2:00.0', '/500 m', 'spm', true, 203],
  ['slides', '2:00.0', '/500 m', 'spm', true, 203],
  ['skierg', '2:00.0', '/500 m', 'spm', true, 203],
  ['bike', '4:00.0', '/1000 m', 'rpm', false, 25],
  ['multierg', '2:00.0', '/500 m', 'spm', true, null],
  ['otherrower', '2:00.0', '/500 m', 'spm', false, null],
  ['other', '2:00.0', '/500 m', 'spm', true, null],
])('on a %s 500 m in 2:00 are %s %s', (machine, pace, paceUnit, rateUnit, hasForceCurve, powerW) => {
  const power = powerWOn(machine, 120);
  expect(formatPaceOn(machine, 120)).toBe(pace);
  expect(figuresOn(machine)).toMatchObject({ paceUnit, rateUnit, hasForceCurve });
  expect(power === null ? null : Math.round(power)).toBe(powerW);
});

test('unknown values are shown as such on each machine', () => {
  expect(formatPaceOn('bike', null)).toBe('–');
  expect(formatPaceOn('bike', 0)).toBe('–');
  expect(shownPaceSec('bike', null)).toBeNull();
  expect(powerWOn('bike', null)).toBeNull();
});

test.each(['rower', 'skierg', 'bike'])('on a %s pace and power are converted back and forth', (machine) => {
  expect(paceSecOfPowerOn(machine, powerWOn(machine, 61.5))).toBeCloseTo(61.5, 6);
  expect(paceSecOfPowerOn(machine, 0)).toBeNull();
  expect(paceSecOfPowerOn(machine, null)).toBeNull();
});

test('no pace is taken from watts of an unknown formula', () => {
  expect(paceSecOfPowerOn('multierg', 200)).toBeNull();
});
