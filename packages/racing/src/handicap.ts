/** Scores that compare athletes of another age, weight or sex. Each is shown beside the raw time, with its formula's name. */

const poundsPerKg = 1 / 0.45359237;

/**
 * Returns by how many percent a time is longer than a record; the lowest score wins. 7:10.0 against 6:22.4 is 12.45.
 * Source: rules of the Alster Ergo-Cup, whose records are Concept2's world records of age, sex and weight class.
 * @param sec seconds
 * @param recordSec seconds; records change, so the event stores the record that it compared with
 */
export function percentOfRecord(sec: number, recordSec: number): number {
  requirePositive('sec', sec);
  requirePositive('recordSec', recordSec);
  return (sec / recordSec - 1) * 100;
}

/**
 * Returns Concept2's weight adjustment: multiplies a time by the factor, or divides a distance by it, to get the result
 * of an athlete of 270 lb: `(lb / 270) ^ 0.222`. 70 kg is 0.8832, 90 kg 0.9339. Source: as quoted by M. Watts,
 * impattern.com/Handicap.html.
 */
export function weightFactor(kg: number): number {
  requirePositive('kg', kg);
  return ((kg * poundsPerKg) / 270) ** 0.222;
}

/** Masters row from 27 on; the correction has no meaning below that age. */
const ageOfMasters = 27;

type AgeWeightSex = {
  /** Rowed time in seconds, over `meters`. */
  sec: number;
  meters: number;
  /** In years. */
  age: number;
  kg: number;
  isFemale: boolean;
};

/**
 * Returns a time in seconds corrected for age: `T - D/1000 x 0.0216 x (age - 27)^2`. 7:10.0 over 2000 m at 52 years is 6:43.0.
 * Below 27 years the age changes nothing. It does not apply to sprints. Source: the age factor of USRowing's masters, as quoted by M. Watts,
 * impattern.com/Handicap.html.
 * @param sec rowed time in seconds, over `meters`
 * @param age in years
 */
export function mastersAgeTime({ sec, meters, age }: Pick<AgeWeightSex, 'sec' | 'meters' | 'age'>): number {
  requirePositive('sec', sec);
  requirePositive('meters', meters);
  requirePositive('age', age);
  return sec - (meters / 1_000) * 0.0216 * Math.max(0, age - ageOfMasters) ** 2;
}

/**
 * Returns a time in seconds corrected for age, weight and sex: `(T - D/1000 x 0.0216 x (age - 27)^2) x (lb/270)^0.222 x (0.9 if
 * female)`. 7:10.0 over 2000 m at 52 years and 165 lb is 6:01.3. It does not apply to sprints. Below 27 years the age changes nothing.
 * Source: M. Watts, impattern.com/Handicap.html, the age factor of USRowing's masters.
 */
export function ageWeightSexTime({ sec, meters, age, kg, isFemale }: AgeWeightSex): number {
  return mastersAgeTime({ sec, meters, age }) * weightFactor(kg) * (isFemale ? 0.9 : 1);
}

function requirePositive(name: string, value: number): void {
  if (!Number.isFinite(value) || value <= 0)
    throw new RangeError(`${name} must be more than 0, not ${value}`);
}
