import { expect, test } from 'vitest';
import { machineOf } from './machine.ts';
import { beginRow, reduceRow } from './progress.ts';
import { status1 } from '../test/record-factory.ts';

test.each([
  [null, 'rower'],
  [0, 'rower'],
  [5, 'rower'],
  [7, 'rower'],
  [8, 'dynamic'],
  [16, 'slides'],
  [19, 'slides'],
  [32, 'dynamic'],
  [128, 'skierg'],
  [143, 'skierg'],
  [192, 'bike'],
  [194, 'bike'],
  [207, 'bike'],
  [224, 'multierg'],
  [226, 'multierg'],
  [64, 'other'],
  [255, 'other'],
])('machine type %s is a %s', (type, machine) => {
  expect(machineOf(type)).toBe(machine);
});

test('a row keeps the machine type that its monitor told, also when a later record lacks it', () => {
  const told = reduceRow(beginRow(), status1({ ergMachineType: 192 }), 0);
  expect(told.ergMachineType).toBe(192);
  expect(reduceRow(told, status1({ ergMachineType: null }), 500).ergMachineType).toBe(192);
});
