import { useReducer } from 'react';
import { clockKey, clocks, getClock } from '../../lib/device-choices/clock.ts';
import { storeChoice } from '../../lib/device-choices/store-choice.ts';
import { firstDayKey, firstDays, getFirstDay } from '../../lib/device-choices/week.ts';
import { NativeSelect } from '../../ui/field/field.tsx';
import { showErrorToast, showToast } from '../../ui/toast-store.ts';
import styles from './settings.module.css';

const browserClock = { value: '', label: "As in this browser's language" };
const clockLabels = { h12: '12 hours, 6:30 PM', h23: '24 hours, 18:30' } as const;

/** How this device shows times, and where its weeks begin. */
export function ClockAndWeek() {
  const [, showStored] = useReducer((count: number) => count + 1, 0);
  function save(key: string, value: string) {
    if (storeChoice(key, value === browserClock.value ? null : value)) showToast('Changes saved', key);
    else showErrorToast("This browser can't store the choice.", { action: key });
    showStored();
  }
  return (
    <div>
      <div className={styles.pair}>
        <NativeSelect
          label="Clock"
          value={getClock() ?? browserClock.value}
          onChange={(event) => save(clockKey, event.currentTarget.value)}
          data={[browserClock, ...clocks.map((value) => ({ value, label: clockLabels[value] }))]}
        />
        <NativeSelect
          label="First day of the week"
          value={getFirstDay()}
          onChange={(event) => save(firstDayKey, event.currentTarget.value)}
          data={firstDays.map((value) => ({ value, label: value }))}
        />
      </div>
      <p className={styles.note}>On this device. A new workout's start time always has AM and PM.</p>
    </div>
  );
}
