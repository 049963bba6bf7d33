import { ownPlanOf, type OwnWorkout } from '@boathouse/workout-text/bests';
import { describeProgrammed, mismatchOf, programOf } from '@boathouse/row/plan/program';
import { isIntervalWorkout } from '@boathouse/workout/workout-type';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { loadChunk } from '../../../../lib/load-chunk.ts';
import { showToast } from '../../../../ui/toast-store.ts';
import { failureWords, useErg, type PushStage } from '../../../rowing/erg/index.ts';
import type { PushConsent } from './push-consent.ts';

/** How far setting the item's workout on the monitor has come. */
export type Push =
  | { kind: 'none' }
  | { kind: 'busy'; words: string }
  | { kind: 'set'; words: string }
  /** The page did not send it without a press, for this reason; the athlete can push it. */
  | { kind: 'notSent'; words: string }
  /** The error, and the steps to set the monitor by hand, none until they have loaded. */
  | { kind: 'failed'; words: string; steps: string[] };

const stageWords: Record<PushStage, string> = {
  sending: 'Sending the workout to your monitor…',
  tryingAgain: 'Sending failed. Trying again…',
  confirming: 'Waiting for your monitor to confirm…',
};

const bySelf = 'This page has set it, because you pushed a workout to this erg before.';

type Wanted = {
  consent: PushConsent;
  /** The athlete is about to row this item: with their consent the monitor is set to it, once, without a press. */
  isNext: boolean;
  /** The bests that turn the workout's relative targets into the athlete's own. */
  bests?: OwnWorkout['bests'];
};

/** The workout of an item on the connected monitor: sets it there, and compares the monitor's reports. */
export function useMonitorWorkout(workout: string, { consent, isNext, bests }: Wanted) {
  const erg = useErg();
  const machine = erg.machine ?? 'rower';
  const plan = useMemo(() => ownPlanOf({ workout, bests }, machine), [workout, bests, machine]);
  const [push, setPush] = useState<Push>({ kind: 'none' });
  /** The workout was sent for the item that is about to be rowed, by the athlete's press or by the page. */
  const isTried = useRef(false);
  const mismatch = plan === null ? null : mismatchOf(plan, erg.setup);
  // A monitor that has left the workout again, for its menu, Just Row or another workout, is not called set.
  const isGone = push.kind === 'set' && (plan === null || !erg.isSetTo(plan));

  /** The steps follow an error: they load when they are needed. */
  function fail(words: string): void {
    showToast("We're working on this. Please set up this workout on your machine manually.");
    setPush({ kind: 'failed', words, steps: [] });
    loadChunk(() => import('@boathouse/row/plan/by-hand')).then(
      ({ stepsByHand, stepsByHandOfText }) => {
        const steps = plan === null ? stepsByHandOfText(workout) : stepsByHand(plan);
        setPush((now) => (now.kind === 'failed' && now.words === words ? { ...now, steps } : now));
      },
      (error: unknown) => console.error(error),
    );
  }

  async function send(): Promise<void> {
    // The monitor reports the workout a moment after the press has set it: without this the page would send it again.
    isTried.current = true;
    if (plan === null) {
      return fail('This text is not read as a plan, so it can only be set by hand.');
    }
    setPush({ kind: 'busy', words: stageWords.sending });
    const result = await erg.pushWorkout(plan, (stage) =>
      setPush({ kind: 'busy', words: stageWords[stage] }),
    );
    if (result.kind === 'set') {
      consent.give();
      setPush({ kind: 'set', words: describeProgrammed(plan) });
    } else fail(failureWords(result));
  }

  // A rower of another maker has no workout to set.
  const canBeSet = erg.machine !== 'otherrower';
  const isReady = erg.state === 'connected' && !erg.isSimulated && canBeSet;
  const isDue = isNext && consent.isGiven && isReady && plan !== null && 'program' in programOf(plan);
  const sendBySelf = useEffectEvent(async () => {
    const { setup } = erg;
    if (plan === null) return;
    // Intervals that begin alike can differ.
    const isThere = setup !== null && setup.work !== null && mismatch === null;
    if (isThere && (!isIntervalWorkout(setup.workoutType) || erg.isSetTo(plan))) return;
    setPush({ kind: 'busy', words: stageWords.sending });
    const result = await erg.pushWorkout(plan, (stage) =>
      setPush({ kind: 'busy', words: stageWords[stage] }),
    );
    if (result.kind === 'set') setPush({ kind: 'set', words: `${describeProgrammed(plan)} ${bySelf}` });
    // A monitor that is being rowed keeps its workout.
    else if (result.kind === 'refused') setPush({ kind: 'notSent', words: result.reason });
    else fail(failureWords(result));
  });
  useEffect(() => {
    if (!isNext) isTried.current = false;
    if (!isDue || isTried.current) return;
    // It is not set again when the athlete leaves the workout on the monitor.
    isTried.current = true;
    void sendBySelf();
  }, [isNext, isDue]);

  /** Sets the simulated erg to the item; an item without a program is rowed until Finish. */
  async function setSimulated(): Promise<void> {
    erg.endSimulatedRowing();
    const isProgrammable = plan !== null && 'program' in programOf(plan);
    const result = await erg.pushWorkout(isProgrammable ? plan : { pieces: [] });
    if (result.kind !== 'set') throw new Error("The simulated erg couldn't be set. Try again.");
  }

  return {
    push: isGone ? ({ kind: 'none' } as const) : push,
    mismatch,
    onPush: () => void send(),
    canBeSet,
    pushNeedsErg: plan !== null,
    /** The monitor waits with exactly this workout. */
    isSetHere: plan !== null && erg.isSetTo(plan),
    setSimulated,
    /** Does nothing on a real erg. */
    startSimulated: () => erg.startSimulatedRowing(plan?.pieces.length),
  };
}
