import { machineOf, machineTypeOfName } from '@boathouse/pm5/machine';
import type { AdditionalStatus1 } from '@boathouse/pm5/records';
import type { ErgMachine } from '@boathouse/row/reduce/machine';
import type { MonitorLink } from './monitor-device.ts';
import { readMachineType } from './monitor-requests.ts';

type MonitorMachine = {
  /** Begins with another monitor, whose name may contain its machine; returns the machine, or null. */
  restart(name: string): ErgMachine | null;
  /** Returns the record with the machine, which older firmware leaves out. */
  completed(record: AdditionalStatus1): AdditionalStatus1;
  /** Reads the machine of a monitor whose records don't contain it. */
  read(link: MonitorLink, isCurrent: () => boolean): Promise<void>;
};

/** The machine of a monitor: from its records, otherwise from 0x16, otherwise from its name. */
export function createMonitorMachine(found: (machine: ErgMachine) => void): MonitorMachine {
  let type: number | null = null;
  /** Its records contain it. */
  let isTold = false;

  function note(next: number): void {
    type = next;
    found(machineOf(next));
  }

  return {
    restart(name) {
      isTold = false;
      type = machineTypeOfName(name);
      return type === null ? null : machineOf(type);
    },
    completed(record) {
      if (record.ergMachineType === null) return { ...record, ergMachineType: type };
      isTold = true;
      note(record.ergMachineType);
      return record;
    },
    async read(link, isCurrent) {
      // The name is only a guess: its owner can move the monitor to another erg.
      const read = isTold ? null : await readMachineType(link);
      if (isCurrent() && !isTold && read !== null) note(read);
    },
  };
}
