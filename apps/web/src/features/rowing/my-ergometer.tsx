import type { Session } from '@boathouse/contract/sessions';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { messageOf } from '../../lib/api.ts';
import { productQuery } from '../../lib/product.ts';
import { useNowMs } from '../../lib/use-now.ts';
import { showErrorToast } from '../../ui/toast-store.ts';
import { bluetoothUnsupportedMessage, isBluetoothSupported, useErgometer } from '../ergometer/index.ts';
import { Cockpit } from './cockpit.tsx';
import { readingOf, shareRowed } from './cockpit-reading.ts';
import { FinishRow } from './finish-row.tsx';
import { ConnectBar, type SimulatedRow } from './connect-bar.tsx';
import type { RowController, RowSnapshot } from './row-controller.ts';
import { useWakeLock } from './wake-lock.ts';

type MyErgometerProps = {
  session: Session;
  row: RowSnapshot | null;
  controller: RowController;
  onSimulatedRow: (row: SimulatedRow) => void;
};

/** The athlete's own part of the page: the cockpit while rowing, and the connect bar. */
export function MyErgometer({ session, row, controller, onSimulatedRow }: MyErgometerProps) {
  const ergometer = useErgometer();
  const product = useQuery(productQuery);
  const reading = row && readingOf(row.progress, row.activity);
  const isRowing = row !== null && row.stage !== 'completed';
  useWakeLock(isRowing);
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

  return (
    <>
      {row !== null && reading !== null && row.sessionId === session._id && (
        <Cockpit
          workout={session.workoutItems[row.workoutItemIndex] ?? ''}
          reading={reading}
          connection={connection}
          isReconnecting={ergometer.reconnecting}
          silentForSec={
            ergometer.silentSinceMs === null ? null : Math.max(2, (nowMs - ergometer.silentSinceMs) / 1000)
          }
          stage={row.stage}
          saving={
            row.saving.state === 'saved'
              ? { state: 'saved' }
              : { state: 'waiting', forSec: Math.max(0, (nowMs - row.saving.sinceMs) / 1000) }
          }
          isSimulated={row.isSimulated}
          actions={row.stage === 'rowing' && <FinishRow onFinish={() => controller.finish()} />}
          progress={shareRowed(session.workoutItems[row.workoutItemIndex] ?? '', reading)}
        />
      )}
      {isRowing && row.sessionId !== session._id && (
        <p>
          You have a workout in progress in{' '}
          <Link to={`/sessions/${row.sessionId}`}>{row.activity?.session.title ?? 'another session'}</Link>.
        </p>
      )}
      <ConnectBar
        connection={connection}
        isSimulated={ergometer.isSimulated}
        isReconnecting={ergometer.reconnecting}
        problem={ergometer.problem}
        device={ergometer.information}
        isBluetoothSupported={isBluetoothSupported()}
        isSimulatedErgAllowed={product.data?.simulatedErg ?? false}
        onConnect={() => void connect()}
        onConnectSimulated={(chosen) => {
          onSimulatedRow(chosen);
          ergometer.connectSimulated({ pieces: [], ...chosen });
        }}
        onDisconnect={() => ergometer.disconnect()}
      />
    </>
  );
}
