import type { OwnWorkout } from '@boathouse/workout-text/bests';
import { Button } from '../../../../ui/button.tsx';
import { useErg } from '../../../rowing/erg/index.ts';
import { useMonitorWorkout } from './monitor-workout.ts';
import type { PushConsent } from './push-consent.ts';

/** Sets the monitor to the workout in progress: before its first stroke, and after the monitor's workout was left. */
export function SetUpErg({ workout, bests, consent }: OwnWorkout & { consent: PushConsent }) {
  const { state, isSimulated } = useErg();
  const { push, onPush, isSetHere, pushNeedsErg, canBeSet } = useMonitorWorkout(workout, {
    consent,
    isNext: false,
    bests,
  });
  if (state !== 'connected' || isSimulated || !pushNeedsErg || !canBeSet) return null;
  return (
    <>
      {/* Stays when it is empty, so that screen readers read its new content. */}
      <div role="status">{push.kind !== 'none' && <p>{push.words}</p>}</div>
      {!isSetHere && (
        <Button size="touch" isBusy={push.kind === 'busy'} onClick={onPush}>
          Push workout to my erg
        </Button>
      )}
    </>
  );
}
