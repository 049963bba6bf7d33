import { useId } from 'react';
import { intensityUnits, unitChoice, unitNames } from '../../../../lib/device-choices/intensity-unit.ts';
import styles from './unit-choice.module.css';

/** Chooses the unit of the large figure on this device. */
export function UnitChoice() {
  const chosen = unitChoice.use();
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend>Show intensity as</legend>
      {intensityUnits.map((unit) => (
        <label key={unit}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={unit === chosen}
            onChange={() => unitChoice.set(unit)}
          />
          {unitNames[unit]}
        </label>
      ))}
    </fieldset>
  );
}
