import type { MonitorOutcome, MonitorsAsked } from '@boathouse/contract/live/crew-monitors';
import { describeProgrammed, programOf } from '@boathouse/row/program';
import { parseWorkoutText } from '@boathouse/row/text';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { failureWords, useErg, type Erg } from '../../erg/index.ts';
import { useRooms, type LiveRoom } from '../../room/index.ts';
import { isInProgress, useRowRunner, type RowSnapshot } from '../../rowing/index.ts';
import { answerTo, isLate, type PageFacts } from './answer-to-press.ts';
import { crewMonitorsOf } from './crew-monitors.ts';

export type CoachedMonitorFacts = {
  room: LiveRoom;
  workoutItems: readonly string[];
  /** Items of which the athlete has a result; null until the results are loaded. */
  doneItems: readonly number[] | null;
  userId: string;
  /** The athlete lets those who run the session set the monitor. */
  isAllowed: boolean;
  /** Called with the item that the monitor has been set to. */
  onSet: (item: number) => void;
};

type Said = { isFailure: boolean; words: string };

type CoachedMonitor = {
  /** The press that waits for the athlete's word. */
  asked: MonitorsAsked | null;
  /** What has become of the newest press, for the athlete. */
  said: Said | null;
  allow: () => void;
  decline: () => void;
};

/**
 * Acts on the presses that set all monitors of a session: each once, one after another, and never while a workout is
 * rowed.
 */
export function useCoachedMonitor(facts: CoachedMonitorFacts): CoachedMonitor {
  const { room } = facts;
  const rooms = useRooms();
  const erg = useErg();
  const runner = useRowRunner();
  const monitors = crewMonitorsOf(room);
  const [asked, setAsked] = useState<MonitorsAsked | null>(null);
  const [overtaken, setOvertaken] = useState<{ press: MonitorsAsked; outcome: MonitorOutcome } | null>(null);
  const [said, setSaid] = useState<Said | null>(null);
  // Not the snapshot: a record of the monitor that changes neither renders nothing.
  const rowKey = useSyncExternalStore(runner.subscribe, () => rowKeyOf(runner.getSnapshot(), room.id));
  const isHeld = useSyncExternalStore(runner.subscribe, () => runner.getHeld() !== null);
  const page = pageFactsOf(facts, erg, rowKey);
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
    const plan = parseWorkoutText(press.workout);
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
  // A press that came before the results: who has rowed the item is not known yet.
  const early = useRef<MonitorsAsked | null>(null);
  const isKnown = facts.doneItems !== null;
  const hear = useEffectEvent((press: MonitorsAsked) => {
    early.current = isKnown ? null : press;
    if (!isKnown) return;
    if (!isLate(press, rooms.clockOf(room.id).nowMs())) return inTurn(press, false);
    setAsked(null);
    monitors.report(press, 'late');
  });
  useEffect(() => monitors.onPress((press) => hear(press)), [monitors]);
  useEffect(() => {
    if (isKnown && early.current !== null) hear(early.current);
  }, [isKnown]);

  // The question has become pointless: the athlete has set the monitor, begun to row, or the session was changed.
  if (asked !== null && answerNow !== null && answerNow !== 'asking' && answerNow !== 'noErg') {
    setAsked(null);
    setOvertaken({ press: asked, outcome: answerNow });
  }
  useEffect(() => {
    if (overtaken !== null) monitors.report(overtaken.press, overtaken.outcome);
  }, [monitors, overtaken]);
  // What was said of a press is old news once its athlete rows.
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

  function pageFactsOf(
    { workoutItems, doneItems }: CoachedMonitorFacts,
    { state, isSimulated, isSetTo }: Erg,
    row: string,
  ): PageFacts {
    return {
      workoutItems,
      doneItems: doneItems ?? [],
      erg: state !== 'connected' ? 'none' : isSimulated ? 'simulated' : 'real',
      row: row === 'none' || row === 'rowing' ? row : { waitingFor: Number(row) },
      isSetTo(item) {
        const plan = parseWorkoutText(workoutItems[item] ?? '');
        return plan !== null && 'program' in programOf(plan) && isSetTo(plan);
      },
    };
  }
}

/** Returns what the athlete rows: `none`, `rowing`, or the index of the item that waits for its first stroke. */
function rowKeyOf(row: RowSnapshot | null, sessionId: string): string {
  if (!isInProgress(row) || row.stage === 'completing') return 'none';
  const isWaitingHere =
    row.sessionId === sessionId && row.lostTo === null && row.progress.pieceNumber === 0 && row.isEmpty;
  return isWaitingHere && row.workoutItemIndex !== null ? String(row.workoutItemIndex) : 'rowing';
}
