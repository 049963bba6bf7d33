import type { OwnUser } from '@boathouse/contract/users';
import { firstDays } from '@boathouse/contract/week';
import { clockChoice, clocks } from '../../../lib/device-choices/clock.ts';
import { intensityUnits, unitChoice, unitNames } from '../../../lib/device-choices/intensity-unit.ts';
import { NativeSelect } from '../../../ui/field/field.tsx';
import { showErrorToast, showToast } from '../../../ui/toast-store.ts';
import { useFirstDay } from '../../people/auth/index.ts';
import { useSaveFirstDay } from './save-first-day.ts';
import styles from './settings.module.css';

const browserClock = { value: '', label: 'As the browser' };
const clockLabels = { h12: '12 hours, 6:30 PM', h23: '24 hours, 18:30' } as const;

/** How this device shows the intensity of a workout and times, and the first day of the user's weeks. */
export function UnitsAndTimes({ user }: { user: OwnUser }) {
  const unit = unitChoice.use();
  const clock = clockChoice.use();
  const storedFirstDay = useFirstDay();
  const save = useSaveFirstDay(user);
  const firstDay = save.isPending ? save.variables : storedFirstDay;
  function tell(action: string, isStored: boolean) {
    if (isStored) showToast('Changes saved', action);
    else showErrorToast("This browser can't store the choice.", { action });
  }
  return (
    <div>
      <div className={styles.pair}>
        <NativeSelect
          label="Large figure while rowing"
          value={unit}
          onChange={({ currentTarget: { value } }) =>
            tell('unit', unitChoice.set(intensityUnits.find((known) => known === value) ?? unit))
          }
          data={intensityUnits.map((value) => ({ value, label: unitNames[value] }))}
        />
        <NativeSelect
          label="Clock"
          value={clock ?? browserClock.value}
          onChange={({ currentTarget: { value } }) =>
            tell('clock', clockChoice.set(clocks.find((known) => known === value) ?? null))
          }
          data={[browserClock, ...clocks.map((value) => ({ value, label: clockLabels[value] }))]}
        />
        <NativeSelect
          label="First day of the week"
          value={firstDay}
          onChange={({ currentTarget: { value } }) =>
            save.mutate(firstDays.find((known) => known === value) ?? firstDay)
          }
          data={firstDays.map((value) => ({ value, label: value }))}
        />
      </div>
      <p className={styles.note}>
        The figure and the clock are of this device. A new workout's start time always has AM and PM.
      </p>
    </div>
  );
}
