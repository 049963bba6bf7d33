import { reportOf, type WorkoutProgram } from '@boathouse/pm5/csafe-workouts';
import { isSameWork } from '@boathouse/pm5/plan';
import type { MonitorSetup } from '@boathouse/row/reduce/setup';

/** Whether the waiting monitor reports this program. */
export function isSetup(program: WorkoutProgram, setup: MonitorSetup | null): boolean {
  const { workoutType, work } = reportOf(program);
  if (setup?.workoutType !== workoutType) return false;
  return work === null || setup.work === null ? work === setup.work : isSameWork(work, setup.work);
}
