import { settingWords } from '@boathouse/row/plan/program';
import { parseWorkoutText } from '@boathouse/workout-text/parse';
import { formatWorkout } from '../../../lib/format.ts';
import type { Readiness } from '../../rowing/room/index.ts';

/** The viewer's part in an item: may begin it, has begun it, is busy with another, or has nothing to do. */
export type Part = 'mayBegin' | 'begun' | 'busy' | 'none';

type Viewer = {
  part: Part;
  /** As others see it: `readinessOf` for this page's state. */
  readiness: Readiness;
  isHost: boolean;
  /** The item's text. */
  workout: string;
};

/** Returns what the viewer must do before GO, in a sentence; null for a viewer who does not row the item. */
export function adviceOf({ part, readiness, isHost, workout }: Viewer): string | null {
  if (part === 'none') return null;
  if (part === 'busy') return 'Finish the workout you have begun first.';
  const isBegun = part === 'begun';
  switch (readiness) {
    case 'busy':
      return 'Finish the workout you have begun first.';
    case 'noErg':
      if (isBegun) return 'Your erg is not connected. Hide this and connect it to row at GO.';
      return isHost ? null : 'Hide this and connect your erg to row with the others.';
    case 'silent':
      return 'Your monitor is silent. Wake it, or hide this and connect it again.';
    case 'notSet': {
      const plan = parseWorkoutText(workout);
      return plan === null ? `Set your monitor to ${formatWorkout(workout)}.` : settingWords(plan);
    }
    case 'away':
      return 'Keep this page in front.';
    case 'ready':
      return isBegun ? 'Ready. Row at GO.' : 'Press Start Workout, or just row at GO.';
    case 'rowing':
    case 'noSignal':
      return null;
  }
}
