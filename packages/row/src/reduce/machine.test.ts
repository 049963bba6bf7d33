import { describe, expect, test } from 'vitest';
import { machineOfRow, powerWOfRow } from './machine.ts';
import { beginRow, reduceRow } from './progress.ts';
import { generalStatus, status1 } from '../../test/record-factory.ts';

describe('the machine of a row', () => {
  test('is unknown before a monitor reports it', () => {
    expect(machineOfRow(beginRow())).toBeNull();
    expect(machineOfRow(reduceRow(beginRow(), status1({ ergMachineType: null }), 0))).toBeNull();
  });

  test('stays when a later record lacks it', () => {
    const told = reduceRow(beginRow(), status1({ ergMachineType: 192 }), 0);
    expect(machineOfRow(reduceRow(told, status1({ ergMachineType: null }), 500))).toBe('bike');
  });

  test('comes from the monitor that is connected when the rowing begins', () => {
    const waiting = reduceRow(beginRow(), status1({ ergMachineType: 0 }), 0);
    expect(machineOfRow(reduceRow(waiting, status1({ ergMachineType: 192 }), 500))).toBe('bike');
  });

  test('is not changed by another monitor during the row', () => {
    const waiting = reduceRow(beginRow(), status1({ ergMachineType: 192 }), 0);
    const rowing = reduceRow(waiting, generalStatus({ elapsedSec: 20, distanceM: 90 }), 500);
    expect(machineOfRow(reduceRow(rowing, status1({ ergMachineType: 0 }), 1_000))).toBe('bike');
  });

  test('is set in mid-row if it was unknown before', () => {
    const rowing = reduceRow(beginRow(), generalStatus({ elapsedSec: 20, distanceM: 90 }), 0);
    expect(machineOfRow(reduceRow(rowing, status1({ ergMachineType: 128 }), 500))).toBe('skierg');
  });
});

test.each([
  [null, 179],
  [0, 179],
  [128, 179],
  [192, 22],
  [226, null],
])('on machine type %s a pace of 2:05.0 is %s W', (ergMachineType, powerW) => {
  const power = powerWOfRow({ ergMachineType }, 125);
  expect(power === null ? null : Math.round(power)).toBe(powerW);
});
