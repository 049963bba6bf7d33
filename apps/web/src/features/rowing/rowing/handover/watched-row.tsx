import { limits } from '@boathouse/contract/limits';
import type { LiveSample } from '@boathouse/contract/live';
import { useCallback, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { formatSilence } from '../../../../lib/format.ts';
import { useAtMonotonic } from '../../../../lib/use-now.ts';
import { Button } from '../../../../ui/button.tsx';
import { useCurrentUser } from '../../../people/auth/index.ts';
import { useMemberStates, useRooms, type LiveRoom } from '../../room/index.ts';
import { planReadingOf } from '../cockpit/cockpit-plan.ts';
import { readingOf, readingOfSample } from '../cockpit/cockpit-reading.ts';
import { Cockpit } from '../cockpit/cockpit.tsx';
import { Nudge } from '../cockpit/nudge.tsx';
import type { RowControl } from '../run/lazy-runner.ts';
import { RowCrew, type RowGroup } from '../row-crew.tsx';
import { isInProgress, type RowSnapshot } from '../run/row-snapshot.ts';
import { useWakeLock } from '../wake-lock.ts';
import { ageSinceChange, quietAloneMs } from './age-since-change.ts';
import { otherDeviceOf, type OtherDevice } from './other-device.ts';
import { takeOver } from './take-over.ts';
import type { RowItHere } from './use-row-it-here.ts';
import { useOwnPlan } from '../cockpit/use-own-plan.ts';

const takenOver = 'It was taken over there. What you rowed here is kept and sent.';

type WatchedRowProps = {
  row: RowSnapshot;
  /** Null for a row without a session. */
  group: RowGroup | null;
  runner: RowControl;
  rowItHere: RowItHere;
  /** Whether an erg is connected to this device. */
  isErgConnected: boolean;
};

/** The row while another device or tab of the athlete has it: its live values, and a button to take it over. */
export function WatchedRow({ group, ...props }: WatchedRowProps) {
  useWakeLock(isInProgress(props.row));
  return group === null ? <WatchedAlone {...props} /> : <WatchedInRoom {...props} group={group} />;
}

type WatchedProps = Omit<WatchedRowProps, 'group'>;

function WatchedInRoom({ group, ...props }: WatchedProps & { group: RowGroup }) {
  const { row, runner } = props;
  const { room } = group;
  const { activityId } = row;
  const subscribe = useCallback(
    (listener: () => void) => room.subscribeLane(activityId, listener),
    [room, activityId],
  );
  const lane = useSyncExternalStore(subscribe, () => room.getLane(activityId));
  return (
    <Watched {...props} lane={lane} other={useOtherDevice(row, room)}>
      <RowCrew {...{ group, runner, row }} />
    </Watched>
  );
}

/** Without a room the page shows the values that the other device stores, as the runner last read them. */
function WatchedAlone(props: WatchedProps) {
  const heardAt = props.row.activity?.heardAt;
  // Uses the page's monotonic clock, because its wall clock can differ from the server's.
  const [ageOf] = useState(ageSinceChange);
  const other = useAtMonotonic((nowMs): OtherDevice => {
    const quietMs = ageOf(heardAt, nowMs);
    return quietMs > quietAloneMs ? Math.floor(quietMs / 1_000) : 'withErg';
  }, 1_000);
  return <Watched {...props} lane={undefined} other={other} />;
}

type WatchedCockpitProps = WatchedProps & {
  lane: { sample: LiveSample } | undefined;
  other: OtherDevice;
  children?: ReactNode;
};

function Watched({ row, runner, rowItHere, isErgConnected, lane, other, children }: WatchedCockpitProps) {
  const own = readingOf(row.progress, row.activity);
  const live = lane === undefined ? own : readingOfSample(lane.sample, own.machine);
  const plan = useOwnPlan(row);
  const isTab = row.lostTo === 'tab';
  const { isWanted } = rowItHere;
  // The row can be taken without a loss from another tab, which has the same journal, or from a device that has
  // disappeared.
  const isTakenAtOnce = isTab || typeof other === 'number' || row.isNoDevices;
  const elsewhere = row.isNoDevices ? leftWords : wordsOf(other, isWanted, isErgConnected);
  const words = isTab ? tabWords : elsewhere;
  return (
    <Cockpit
      row={{
        workout: row.workout,
        isSimulated: row.isSimulated,
        stage: row.stage === 'discarding' ? 'completing' : row.stage,
        saving: null,
      }}
      erg={{ connection: 'elsewhere', silentForSec: null, isReconnecting: false, isLent: false }}
      reading={(live.distanceM ?? 0) >= (own.distanceM ?? 0) ? live : own}
      plan={planReadingOf(plan, row.progress, live)}
      nudge={row.sessionId !== null && <Nudge activityId={row.activityId} />}
      notice={{
        text: words.notice,
        detail: words.detail ?? (row.progress.pieceNumber > 0 && !isTab ? takenOver : null),
      }}
      actions={
        isWanted && !isTakenAtOnce ? (
          <Button size="touch" onClick={rowItHere.cancel}>
            Cancel
          </Button>
        ) : (
          <Button
            size="touch"
            look="primary"
            isBusy={row.isTakingOver}
            onClick={() => (isTakenAtOnce ? void takeOver(runner) : rowItHere.want())}
          >
            Row it here
          </Button>
        )
      }
    >
      {children}
    </Cockpit>
  );
}

type Words = { notice: string; detail: string | null };

const leftDetail = 'Press Row it here to go on, finish or discard it on this device.';
const leftWords: Words = { notice: 'You left this workout unfinished', detail: leftDetail };
const tabWords: Words = { notice: 'You are rowing this in another tab', detail: null };
const onOther = 'You are rowing this on another device';

function wordsOf(other: OtherDevice, isWanted: boolean, isErgConnected: boolean): Words {
  if (typeof other === 'number') {
    return {
      notice:
        other * 1_000 > limits.staleActivityMs
          ? `You left this workout unfinished. Its device has not been heard from for ${formatAge(other)}`
          : `This is in progress on another device, which has not been heard from for ${formatAge(other)}`,
      detail: leftDetail,
    };
  }
  if (!isWanted) return { notice: onOther, detail: null };
  if (isErgConnected) return { notice: onOther, detail: 'Waiting for the first values of the erg.' };
  const how =
    other === 'withErg'
      ? 'Your erg is connected to your other device. Let the erg go there, then connect it here to go on here.'
      : 'Connect your erg here to go on here.';
  return { notice: onOther, detail: `${how} Until then the workout stays with your other device.` };
}

/** Changes in steps that a screen reader can follow. */
const formatAge = (sec: number): string => {
  if (sec < 7_200) return formatSilence(sec < 120 ? Math.floor(sec / 30) * 30 : sec);
  return sec < 172_800 ? `${Math.floor(sec / 3_600)} h` : `${Math.floor(sec / 86_400)} days`;
};

/** Returns when the page entered the room, on the monotonic clock; null while it is outside. */
const inRoomSinceMs = (room: LiveRoom, beforeMs: number | null): number | null =>
  room.getStatus().state === 'connected' ? (beforeMs ?? performance.now()) : null;

function useOtherDevice(row: RowSnapshot, room: LiveRoom): OtherDevice {
  const me = useCurrentUser();
  const clock = useRooms().clockOf(room.id);
  const state = useMemberStates(room).get(me._id);
  const [sinceMs, setSinceMs] = useState(() => inRoomSinceMs(room, null));
  useEffect(() => room.subscribe(() => setSinceMs((before) => inRoomSinceMs(room, before))), [room]);
  const { activityId, workoutItemIndex, activity } = row;
  return useAtMonotonic((nowMs) => {
    const lane = room.getLane(activityId);
    const serverMs = clock.nowMs();
    return otherDeviceOf({
      state,
      workoutItemIndex,
      sampleAgoMs: lane === undefined ? null : nowMs - lane.freshAtMs,
      heardAgoMs: activity === null || serverMs === null ? null : serverMs - Date.parse(activity.heardAt),
      watchedMs: sinceMs === null ? null : nowMs - sinceMs,
    });
  }, 1_000);
}
