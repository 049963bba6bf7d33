import type { MonitorOutcome, MonitorsAsked } from '@boathouse/contract/live/crew-monitors';
import { ownPlanOf } from '@boathouse/workout-text/bests';
import type { WorkoutPlan } from '@boathouse/workout-text/plan';
import { describeProgrammed, programOf } from '@boathouse/row/plan/program';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { failureWords, useErg, type Erg } from '../../../rowing/erg/index.ts';
import { useRooms, type LiveRoom } from '../../../rowing/room/index.ts';
import { useRowRunner } from '../../../rowing/rowing/index.ts';
import { loadedBests } from '../own-bests.tsx';
import { answerTo, isLate, rowKeyOf, type PageFacts } from './answer-to-press.ts';
import { crewMonitorsOf } from './crew-monitors.ts';

export type CoachedMonitorFacts = {
  room: LiveRoom;
  workoutItems: readonly string[];
  /** Items in which the athlete has a result; null until the results are loaded. */
  doneItems: readonly number[] | null;
  userId: string;
  /** The athlete lets the session's managers set the monitor. */
  isAllowed: boolean;
  /** Called with the item that the monitor has been set to. */
  onSet: (item: number) => void;
};

type Said = { isFailure: boolean; words: string };

type CoachedMonitor = {
  /** The press that waits for the athlete's word. */
  asked: MonitorsAsked | null;
  /** The outcome of the newest press, for the athlete. */
  said: Said | null;
  allow: () => void;
  decline: () => void;
};

/** Handles the presses that set all monitors of a session: each once, one after another, and never during a workout. */
export function useCoachedMonitor(facts: CoachedMonitorFacts): CoachedMonitor {
  const { room } = facts;
  const rooms = useRooms();
  const erg = useErg();
  const runner = useRowRunner();
  const monitors = crewMonitorsOf(room);
  const [asked, setAsked] = useState<MonitorsAsked | null>(null);
  const [overtaken, setOvertaken] = useState<{ press: MonitorsAsked; outcome: MonitorOutcome } | null>(null);
  const [said, setSaid] = useState<Said | null>(null);
  // Not the snapshot, so that a record of the monitor that changes neither value renders nothing.
  const rowKey = useSyncExternalStore(runner.subscribe, () => rowKeyOf(runner.getSnapshot(), room.id));
  const isHeld = useSyncExternalStore(runner.subscribe, () => runner.getHeld() !== null);
  const client = useQueryClient();
  const ownPlan = (workout: string) => {
    const bests = loadedBests(client, facts.userId);
    return ownPlanOf({ workout, bests }, erg.machine ?? 'rower');
  };
  const page = pageFactsOf(facts, erg, rowKey, ownPlan);
  const answerNow = asked === null ? null : answerTo(asked, page);
  const latest = useRef({ page, facts, erg });
  const turn = useRef(Promise.resolve());
  useEffect(() => {
    latest.current = { page, facts, erg };
  });

  async function act(press: MonitorsAsked, isAllowedNow: boolean): Promise<void> {
    // A newer press came while an earlier one was being sent.
    if (!monitors.isNewest(press)) return;
    const { page: now, facts: known, erg: current } = latest.current;
    const isAllowed = isAllowedNow || known.isAllowed || press.sender._id === known.userId;
    const answer = answerTo(press, now);
    const isAsking = answer === 'asking' && !isAllowed;
    setAsked(isAsking ? press : null);
    setSaid(null);
    if (answer !== 'asking' || isAsking) {
      monitors.report(press, answer);
      if (answer === 'set' && now.row === 'none' && isAllowed) known.onSet(press.item);
      return;
    }
    const plan = ownPlan(press.workout);
    if (plan === null) return monitors.report(press, 'refused');
    monitors.report(press, 'setting');
    const result = await current.pushWorkout(plan);
    const coach = press.sender._id === known.userId ? 'You have' : `${press.sender.displayName} has`;
    if (result.kind === 'set') {
      setSaid({ isFailure: false, words: `${coach} set your monitor. ${describeProgrammed(plan)}` });
      monitors.report(press, 'set');
      if (latest.current.page.row === 'none') known.onSet(press.item);
      return;
    }
    const isRowed = result.kind === 'begun' || (result.kind === 'refused' && result.isRowed === true);
    monitors.report(press, isRowed ? 'rowing' : 'refused');
    setSaid({
      isFailure: true,
      words: `Your monitor was not set to ${press.workout}. ${failureWords(result)}`,
    });
  }

  function inTurn(press: MonitorsAsked, isAllowedNow: boolean): void {
    turn.current = turn.current
      .then(() => act(press, isAllowedNow))
      .catch((error: unknown) => {
        console.error(error);
        monitors.report(press, 'refused');
      });
  }

  useEffect(() => monitors.enter(rooms), [monitors, rooms]);
  useKnownPresses(monitors, facts.doneItems !== null, (press) => {
    if (!isLate(press, rooms.clockOf(room.id).nowMs())) return inTurn(press, false);
    setAsked(null);
    monitors.report(press, 'late');
  });

  // The question has become pointless: the athlete has set the monitor, begun to row, or the session was changed.
  if (asked !== null && answerNow !== null && answerNow !== 'asking' && answerNow !== 'noErg') {
    setAsked(null);
    setOvertaken({ press: asked, outcome: answerNow });
  }
  useEffect(() => {
    if (overtaken !== null) monitors.report(overtaken.press, overtaken.outcome);
  }, [monitors, overtaken]);
  // A message about a press is out of date once its athlete begins to row.
  if (said !== null && (page.row === 'rowing' || isHeld)) setSaid(null);

  return {
    asked: answerNow === 'asking' ? asked : null,
    said,
    allow: () => asked !== null && inTurn(asked, true),
    decline: () => {
      if (asked === null) return;
      setAsked(null);
      monitors.report(asked, 'declined');
    },
  };
}

/**
 * Calls `onPress` with the presses; a press that arrives before the results of the items waits until they are known.
 */
function useKnownPresses(
  monitors: ReturnType<typeof crewMonitorsOf>,
  isKnown: boolean,
  onPress: (press: MonitorsAsked) => void,
): void {
  const early = useRef<MonitorsAsked | null>(null);
  const hear = useEffectEvent((press: MonitorsAsked) => {
    early.current = isKnown ? null : press;
    if (isKnown) onPress(press);
  });
  useEffect(() => monitors.onPress((press) => hear(press)), [monitors]);
  useEffect(() => {
    if (isKnown && early.current !== null) hear(early.current);
  }, [isKnown]);
}

function pageFactsOf(
  { workoutItems, doneItems }: CoachedMonitorFacts,
  { state, isSimulated, isSetTo }: Erg,
  row: string,
  ownPlan: (workout: string) => WorkoutPlan | null,
): PageFacts {
  return {
    workoutItems,
    doneItems: doneItems ?? [],
    erg: state !== 'connected' ? 'none' : isSimulated ? 'simulated' : 'real',
    row: row === 'none' || row === 'rowing' ? row : { waitingFor: Number(row) },
    isSetTo(item) {
      const plan = ownPlan(workoutItems[item] ?? '');
      return plan !== null && 'program' in programOf(plan) && isSetTo(plan);
    },
  };
}
