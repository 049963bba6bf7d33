import { useId } from 'react';
import { intensityUnits, setIntensityUnit, unitNames, useIntensityUnit } from './intensity-unit.ts';
import styles from './unit-choice.module.css';

/** Chooses the unit of the large figure on this device. */
export function UnitChoice() {
  const chosen = useIntensityUnit();
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
            onChange={() => setIntensityUnit(unit)}
          />
          {unitNames[unit]}
        </label>
      ))}
    </fieldset>
  );
}
