import { describe, expect, test } from 'vitest';
import { ageWeightSexTime, mastersAgeTime, percentOfRecord, weightFactor } from './handicap.ts';

describe('the percent of a record', () => {
  test.each([
    // Results of the Alster Ergo-Cup.
    [118.2, 97.5, 21.23],
    [91.1, 70.5, 29.22],
    [99.1, 83.5, 18.68],
    [86.9, 70.5, 23.26],
    [430, 382.4, 12.45],
    [382.4, 382.4, 0],
  ])('the percent of a record for %d s against %d s is %d', (sec, recordSec, percent) => {
    expect(percentOfRecord(sec, recordSec)).toBeCloseTo(percent, 2);
  });

  test.each([
    [0, 380],
    [400, 0],
    [400, Number.NaN],
  ])('the percent of a record for %d s against %d s is refused', (sec, recordSec) => {
    expect(() => percentOfRecord(sec, recordSec)).toThrow(RangeError);
  });
});

describe('the weight factor of Concept2', () => {
  test.each([
    [70, 0.8832],
    [90, 0.9339],
  ])('the weight factor of Concept2 for %d kg is %d', (kg, factor) => {
    expect(weightFactor(kg)).toBeCloseTo(factor, 4);
  });

  test('turns 7:10.0 at 70 kg into a time of 6:19.8', () => {
    expect(430 * weightFactor(70)).toBeCloseTo(379.8, 1);
  });

  test('the weight factor of Concept2 for no weight is refused', () => {
    expect(() => weightFactor(0)).toThrow(/kg must be more than 0/);
  });
});

test("the time corrected for age by USRowing's masters: 7:10.0 at 52 years is 6:43.0", () => {
  expect(mastersAgeTime({ sec: 430, meters: 2_000, age: 52 })).toBeCloseTo(403, 1);
  expect(mastersAgeTime({ sec: 430, meters: 2_000, age: 19 })).toBe(430);
  expect(() => mastersAgeTime({ sec: 430, meters: 2_000, age: 0 })).toThrow(/age must be more than 0/);
});

describe('the time corrected for age, weight and sex', () => {
  const kg = 165 * 0.45359237;

  test('the time corrected for age, weight and sex for 7:10.0 at 52 years and 165 lb is 6:01.3', () => {
    expect(ageWeightSexTime({ sec: 430, meters: 2_000, age: 52, kg, isFemale: false })).toBeCloseTo(361.3, 1);
  });

  test('is a tenth less for women', () => {
    const of = (isFemale: boolean) =>
      ageWeightSexTime({ sec: 480, meters: 2_000, age: 40, kg: 62, isFemale });
    expect(of(true)).toBeCloseTo(of(false) * 0.9, 6);
  });

  test('is not corrected for an age below 27', () => {
    const of = (age: number) => ageWeightSexTime({ sec: 430, meters: 2_000, age, kg, isFemale: false });
    expect(of(19)).toBe(of(27));
  });
});
