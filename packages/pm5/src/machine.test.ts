import { expect, test } from 'vitest';
import { machineOf, machineTypeOfName } from './machine.ts';

test.each([
  [0, 'rower'],
  [5, 'rower'],
  [7, 'rower'],
  [8, 'dynamic'],
  [16, 'slides'],
  [20, 'slides'],
  [32, 'dynamic'],
  [128, 'skierg'],
  [143, 'skierg'],
  [192, 'bike'],
  [193, 'bike'],
  [194, 'bike'],
  [207, 'bike'],
  [224, 'multierg'],
  [225, 'multierg'],
  [226, 'multierg'],
  [9, 'other'],
  [64, 'other'],
  [127, 'other'],
  [144, 'other'],
  [191, 'other'],
  [208, 'other'],
  [255, 'other'],
])('machine type %s is a %s', (type, machine) => {
  expect(machineOf(type)).toBe(machine);
});

test.each([
  ['PM5 430000000 Row', 'rower'],
  ['PM5 430000000 Ski', 'skierg'],
  ['PM5 999999999 Bike ', 'bike'],
  ['Erg by the window, bike', 'bike'],
  ['PM5 430000000', null],
  ['PM5', null],
  ['Motorbike', null],
  ['', null],
])('the name %j is that of a %s', (name, machine) => {
  const type = machineTypeOfName(name);
  expect(type === null ? null : machineOf(type)).toBe(machine);
});
