import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { loadChunk } from '../../lib/load-chunk.ts';
import { productQuery } from '../../lib/product.ts';
import { lazyPart } from '../../ui/lazy/lazy-part.tsx';
import { isBluetoothSupported, useErgometer } from '../ergometer/index.ts';
import { useInstrumentPage } from './cockpit/instrument-page.ts';
import { UnitChoice } from './cockpit/unit-choice.tsx';
import { ConnectBar, type ConnectPlace } from './connect-bar.tsx';
import { useRowItHere } from './handover/use-row-it-here.ts';
import type { RowGroup } from './row-crew.tsx';
import type { RowControl } from './run/lazy-runner.ts';
import { isInProgress, isOnTheWater, type RowSnapshot } from './run/row-snapshot.ts';
import { useConnectErg } from './use-connect-erg.ts';
import { useWakeLock } from './wake-lock.ts';

const loadOwnRow = () => loadChunk(() => import('./own-row.tsx'));
const name = 'The figures of your workout';
const OwnRow = lazyPart({ name, load: async () => (await loadOwnRow()).OwnRow });
const RowVoice = lazyPart({ name, load: async () => (await loadOwnRow()).RowVoice });
const WatchedRow = lazyPart({
  name,
  load: async () => (await loadChunk(() => import('./handover/watched-row.tsx'))).WatchedRow,
});

type MyErgometerProps = {
  /** The page's session; null on the page of a row without one. */
  group: RowGroup | null;
  row: RowSnapshot | null;
  runner: RowControl;
  /** Sets the monitor to the row, where it can be. */
  setUp: ReactNode;
  connect?: ConnectPlace;
  /** Called with the item that the athlete wants to begin next. */
  onNext: (index: number) => void;
};

/** The athlete's own part of the page: the cockpit while rowing, and the connect bar. */
export function MyErgometer({ group, row, runner, setUp, connect = 'next', onNext }: MyErgometerProps) {
  const ergometer = useErgometer();
  const connectErg = useConnectErg();
  const product = useQuery(productQuery);
  useWakeLock(isInProgress(row));
  const isConnected = ergometer.state === 'connected' || ergometer.state === 'stale';
  // The cockpit is needed the moment the row begins.
  useEffect(() => {
    if (isConnected) loadOwnRow().catch(() => undefined);
  }, [isConnected]);
  const connection = isConnected
    ? 'connected'
    : ergometer.state === 'connecting'
      ? 'connecting'
      : 'disconnected';

  const isHere = row !== null && row.sessionId === (group?.session._id ?? null);
  const isWatching = isHere && row.lostTo !== null && row.stage !== 'completed';
  const rowItHere = useRowItHere(row, runner);
  const isRowing = isHere && isOnTheWater(row);
  useInstrumentPage(isRowing);
  return (
    <>
      {/* The head of the session, with its heading, is hidden while rowing. */}
      {isRowing && <h1 className="visually-hidden">{row.title}</h1>}
      {isHere && isWatching && (
        <WatchedRow {...{ row, group, runner, rowItHere }} isErgConnected={isConnected} />
      )}
      {isHere && !isWatching && (
        <OwnRow
          row={row}
          group={group}
          runner={runner}
          setUp={setUp}
          onNext={onNext}
          connection={connection}
          isReconnecting={ergometer.reconnecting}
          isErgLent={ergometer.isLent}
          silentSinceMs={ergometer.silentSinceMs}
        />
      )}
      {isHere && !isWatching && (
        <RowVoice
          key={row.activityId}
          {...{ row, group, runner, connection }}
          isSilent={ergometer.silentSinceMs !== null}
          isReconnecting={ergometer.reconnecting}
          isErgLent={ergometer.isLent}
        />
      )}
      {/* In the seat the connection is needed only where it is missing. */}
      {(!isWatching || rowItHere.isWanted || isConnected) && !(isRowing && isConnected) && (
        <ConnectBar
          connection={connection}
          isSimulated={ergometer.isSimulated}
          isReconnecting={ergometer.reconnecting}
          isLent={ergometer.isLent}
          silentSinceMs={ergometer.silentSinceMs}
          problem={ergometer.problem}
          device={ergometer.information}
          isBluetoothSupported={isBluetoothSupported()}
          isSimulatedErgAllowed={product.data?.simulatedErg ?? false}
          place={connect}
          onConnect={connectErg.overBluetooth}
          onConnectSimulated={connectErg.simulated}
          onDisconnect={() => ergometer.disconnect()}
        />
      )}
      {isConnected && !isHere && <UnitChoice />}
    </>
  );
}
