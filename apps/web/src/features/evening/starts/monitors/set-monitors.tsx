import { liveEvents, type Answer } from '@boathouse/contract/live';
import type { SetMonitors as SetMonitorsMessage } from '@boathouse/contract/live/crew-monitors';
import { programOf } from '@boathouse/row/plan/program';
import { parseWorkoutText } from '@boathouse/workout-text/parse';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { v4 as uuidv4 } from 'uuid';
import { formatWorkout } from '../../../../lib/format.ts';
import { useAtMonotonic } from '../../../../lib/use-now.ts';
import { Button } from '../../../../ui/button.tsx';
import { closeErrors, showErrorToast } from '../../../../ui/toast-store.ts';
import { useMemberStates, useRooms, type LiveRoom } from '../../../rowing/room/index.ts';
import { crewMonitorsOf } from './crew-monitors.ts';
import { crewStandings, setOf, standingWords } from './monitor-standing.ts';
import styles from './set-monitors.module.css';

type SetMonitorsProps = {
  room: LiveRoom;
  /** Index of the workout item, and its text. */
  item: number;
  workout: string;
  coachIds: readonly string[];
  /** Ids of the athletes who have a result of the item. */
  doneBy: readonly string[];
};

/** An open page responds within a moment; a loading page needs longer. */
const youngMs = 4_000;

/** The coach's one press for the monitors of everyone in the room, and its outcome for each. */
export function SetMonitors(props: SetMonitorsProps) {
  const { room, item, workout } = props;
  const { ask } = useRooms();
  const [isSending, setIsSending] = useState(false);
  const plan = useMemo(() => parseWorkoutText(workout), [workout]);
  const action = `monitors ${room.id} ${item}`;
  // Set by hand, each by its athlete.
  if (plan === null || !('program' in programOf(plan))) return null;

  async function press() {
    setIsSending(true);
    const message: SetMonitorsMessage = { room: room.id, press: uuidv4(), item };
    const problem = await problemIn(room, () => ask(room.id, liveEvents.setMonitors, message));
    setIsSending(false);
    if (problem === null) closeErrors(action);
    else showErrorToast(problem, { action });
  }
  return (
    <>
      <Button size="touch" isBusy={isSending} onClick={() => void press()}>
        Set all monitors
      </Button>
      <Standings {...props} />
    </>
  );
}

/** Nothing before the first press for this item, and after a press for another item. */
function Standings({ room, item, workout, coachIds, doneBy }: SetMonitorsProps) {
  const monitors = crewMonitorsOf(room);
  const { press, pressAtMs, reports } = useSyncExternalStore(monitors.subscribe, monitors.getShown);
  const members = useSyncExternalStore(room.subscribe, room.getMembers);
  const states = useMemberStates(room);
  const isYoung = useAtMonotonic((nowMs) => press !== null && nowMs - pressAtMs < youngMs, 1_000);
  // A page that was opened after the press knows it only by the reports.
  const isPressed =
    press === null ? [...reports.values()].some(({ answer }) => answer?.item === item) : press.item === item;
  const crew = crewStandings(members, states, reports, { press, item, isYoung, coachIds, doneBy });
  const { setCount, isRowed } = setOf(crew);
  // The athletes below matter more once one rows; the coach can open the list again.
  const [asked, setAsked] = useState<{ isOpen: boolean; isRowed: boolean } | null>(null);
  const isOpen = asked?.isRowed === isRowed ? asked.isOpen : !isRowed;
  const words = crew.length === 0 ? noOne : `${setCount} of ${crew.length} monitors set`;
  return (
    <section
      aria-label={`Monitors of ${formatWorkout(workout)}`}
      className={styles.standings}
      hidden={!isPressed}
    >
      <p role="status" className="visually-hidden">
        {isPressed && words}
      </p>
      {isPressed && crew.length === 0 && <p>{words}</p>}
      {isPressed && crew.length > 0 && (
        <details
          open={isOpen}
          onToggle={({ currentTarget: { open } }) => {
            if (open !== isOpen) setAsked({ isOpen: open, isRowed });
          }}
        >
          <summary data-complete={setCount === crew.length}>{words}</summary>
          <ul>
            {crew.map(({ member, standing }) => (
              <li key={member._id} data-standing={standing}>
                <span className={styles.name}>{member.displayName}</span> {standingWords[standing]}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

const noOne = 'No one who has still to row this is here';

/** Returns why a press was not sent, as a text for the coach; null if it was. */
async function problemIn(room: LiveRoom, ask: () => Promise<Answer>): Promise<string | null> {
  if (room.getStatus().state !== 'connected') return 'The server is not connected. No monitor was set.';
  let answer: Answer;
  try {
    answer = await ask();
  } catch (error) {
    console.info('A press got no answer', error);
    return "The server didn't respond. Some monitors may have been set; press again.";
  }
  return answer.ok ? null : refusalWords(answer.refusal);
}

function refusalWords({ code, message }: Extract<Answer, { ok: false }>['refusal']): string {
  switch (code) {
    case 'too_many_events':
      return 'You are pressing too fast. Wait a few seconds, then press again.';
    case 'not_joined':
      return "You are not in this session's room yet. Press again in a moment.";
    case 'bad_message':
      return 'The server is being updated. No monitor was set; press again in a few minutes.';
    default:
      return `No monitor was set. ${message}`;
  }
}
