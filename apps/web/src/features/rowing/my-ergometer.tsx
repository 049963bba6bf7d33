import type { Session } from '@boathouse/contract/sessions';
import { mismatchOf } from '@boathouse/row/program';
import { parseWorkoutText } from '@boathouse/row/text';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { messageOf } from '../../lib/api.ts';
import { productQuery } from '../../lib/product.ts';
import { useNowMs } from '../../lib/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { showErrorToast } from '../../ui/toast-store.ts';
import { bluetoothUnsupportedMessage, isBluetoothSupported, useErgometer } from '../ergometer/index.ts';
import type { LiveRoom } from '../room/index.ts';
import { Cockpit, type CockpitSaving } from './cockpit.tsx';
import { readingOf, readingOfSample, shareOf } from './cockpit-reading.ts';
import { ConnectBar } from './connect-bar.tsx';
import { EndRow } from './end-row.tsx';
import type { RowRunner } from './row-runner.ts';
import { isInProgress, type RowSnapshot } from './row-snapshot.ts';
import { useWakeLock } from './wake-lock.ts';

type MyErgometerProps = {
  session: Session;
  room: LiveRoom;
  row: RowSnapshot | null;
  runner: RowRunner;
};

/** The athlete's own part of the page: the cockpit while rowing, and the connect bar. */
export function MyErgometer({ session, room, row, runner }: MyErgometerProps) {
  const ergometer = useErgometer();
  const product = useQuery(productQuery);
  useWakeLock(isInProgress(row));
  const nowMs = useNowMs(1_000);
  const isConnected = ergometer.state === 'connected' || ergometer.state === 'stale';
  const connection = isConnected
    ? 'connected'
    : ergometer.state === 'connecting'
      ? 'connecting'
      : 'disconnected';

  async function connect() {
    try {
      await ergometer.connectBluetooth();
    } catch (error) {
      if (messageOf(error) === 'Bluetooth not available') alert(bluetoothUnsupportedMessage);
      else showErrorToast(messageOf(error));
    }
  }

  const isHere = row !== null && row.sessionId === session._id;
  const isWatching = isHere && row.lostTo !== null && row.stage !== 'completed';
  return (
    <>
      {isHere && isWatching && <WatchedRow row={row} room={room} runner={runner} />}
      {isHere && !isWatching && (
        <OwnRow
          row={row}
          runner={runner}
          connection={connection}
          isReconnecting={ergometer.reconnecting}
          silentSinceMs={ergometer.silentSinceMs}
          nowMs={nowMs}
        />
      )}
      {!isWatching && (
        <ConnectBar
          connection={connection}
          isSimulated={ergometer.isSimulated}
          isReconnecting={ergometer.reconnecting}
          problem={ergometer.problem}
          device={ergometer.information}
          isBluetoothSupported={isBluetoothSupported()}
          isSimulatedErgAllowed={product.data?.simulatedErg ?? false}
          onConnect={() => void connect()}
          onConnectSimulated={ergometer.connectSimulated}
          onDisconnect={() => ergometer.disconnect()}
        />
      )}
    </>
  );
}

type OwnRowProps = {
  row: RowSnapshot;
  runner: RowRunner;
  connection: 'connecting' | 'connected' | 'disconnected';
  isReconnecting: boolean;
  silentSinceMs: number | null;
  nowMs: number;
};

function OwnRow({ row, runner, connection, isReconnecting, silentSinceMs, nowMs }: OwnRowProps) {
  const reading = readingOf(row.progress, row.activity);
  const plan = useMemo(() => parseWorkoutText(row.workout), [row.workout]);
  const mismatch = plan === null ? null : mismatchOf(plan, row.progress.setup);
  const isStarted = row.stage === 'rowing' || row.stage === 'beginning';
  return (
    <Cockpit
      workout={row.workout}
      reading={reading}
      connection={connection}
      isReconnecting={isReconnecting}
      silentForSec={silentSinceMs === null ? null : Math.max(2, (nowMs - silentSinceMs) / 1000)}
      stage={row.stage === 'discarding' ? 'completing' : row.stage}
      saving={savingOf(row, nowMs)}
      isSimulated={row.isSimulated}
      notice={
        row.isEndedElsewhere && row.stage !== 'completed'
          ? endedElsewhere
          : (row.saving.journalProblem ?? mismatch)
      }
      actions={
        row.isEndedElsewhere
          ? row.stage !== 'completed' && (
              <Button size="touch" onClick={() => runner.dismiss()}>
                Close
              </Button>
            )
          : isStarted && (
              <EndRow
                isEmpty={row.isEmpty}
                onFinish={() => runner.finish()}
                onDiscard={() => runner.discard()}
              />
            )
      }
      progress={shareOf(row.workout, row.progress, reading)}
    />
  );
}

const takenOver = 'It was taken over there. What you rowed here is kept and sent.';
const endedElsewhere =
  'This workout was finished on another page or device. The monitor’s own result still replaces one ended by hand.';

function savingOf({ saving, refusal }: RowSnapshot, nowMs: number): CockpitSaving {
  const { unsentStrokes, awaySinceMs } = saving;
  return {
    unsentStrokes,
    awayForSec: awaySinceMs === null ? null : Math.max(0, (nowMs - awaySinceMs) / 1000),
    refusal: refusal ?? saving.refusal,
  };
}

type WatchedRowProps = { row: RowSnapshot; room: LiveRoom; runner: RowRunner };

/** The row while another device or tab of the athlete has it: its live values, and a button to take it over. */
function WatchedRow({ row, room, runner }: WatchedRowProps) {
  const { activityId } = row;
  const subscribe = useCallback(
    (listener: () => void) => room.subscribeLane(activityId, listener),
    [room, activityId],
  );
  const lane = useSyncExternalStore(subscribe, () => room.getLane(activityId));
  const own = readingOf(row.progress, row.activity);
  const live = lane === undefined ? own : readingOfSample(lane.sample);
  const where = row.lostTo === 'tab' ? 'in another tab' : 'on another device';
  return (
    <Cockpit
      workout={row.workout}
      reading={live.distanceM >= own.distanceM ? live : own}
      connection="elsewhere"
      silentForSec={null}
      stage={row.stage === 'discarding' ? 'completing' : row.stage}
      saving={null}
      isSimulated={row.isSimulated}
      notice={`You are rowing this ${where}`}
      detail={row.progress.pieceNumber > 0 && row.lostTo === 'device' ? takenOver : null}
      actions={
        <Button size="touch" look="primary" isBusy={row.isTakingOver} onClick={() => void runner.takeOver()}>
          Row it here
        </Button>
      }
      progress={shareOf(row.workout, row.progress, live)}
    />
  );
}
