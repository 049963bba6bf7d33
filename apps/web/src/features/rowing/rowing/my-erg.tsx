import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { productQuery } from '../../../lib/product.ts';
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx';
import { isBluetoothSupported, useErg, useHeartRateBelt } from '../erg/index.ts';
import { BeltBar } from './belt-bar.tsx';
import { useInstrumentPage } from './cockpit/instrument-page.ts';
import { isErgHeld, useLiveCockpit } from './cockpit/live-cockpit.ts';
import styles from './connect-bar.module.css';
import { ConnectBar, type ConnectRole } from './connect-bar.tsx';
import { loadOwnRow, ownRowPart } from './load-own-row.ts';
import { useRowItHere } from './handover/use-row-it-here.ts';
import type { RowGroup } from './row-crew.tsx';
import type { RowControl } from './run/lazy-runner.ts';
import { isOnTheWater, type RowSnapshot } from './run/row-snapshot.ts';
import { useConnectErg } from './use-connect-erg.ts';

const name = 'The figures of your workout';
const OwnRow = ownRowPart(name, (parts) => parts.OwnRow);
const UnitChoice = ownRowPart(
  name,
  (parts) => parts.UnitChoice,
  // The Begin button below it must not move away under a finger.
  <div className={styles.unitRoom} />,
);
const RowVoice = ownRowPart(name, (parts) => parts.RowVoice);
const WatchedRow = lazyPart({
  name,
  load: async () => (await loadChunk(() => import('./handover/watched-row.tsx'))).WatchedRow,
});

type MyErgProps = {
  /** The page's session; null on the page of a row without one. */
  group: RowGroup | null;
  row: RowSnapshot | null;
  runner: RowControl;
  /** Sets the monitor to the row's workout, if possible. */
  setUp: ReactNode;
  connect?: ConnectRole;
  /** Called with the item that the athlete wants to begin next. */
  onNext: (index: number) => void;
};

/** The athlete's own part of the page: the cockpit while rowing, and the connect bar. */
export function MyErg({ group, row, runner, setUp, connect = 'next', onNext }: MyErgProps) {
  const erg = useErg();
  const belt = useHeartRateBelt();
  const connectErg = useConnectErg();
  const product = useQuery(productQuery);
  const isConnected = erg.state === 'connected' || erg.state === 'silent';
  // The cockpit must be ready the moment the row begins.
  useEffect(() => {
    if (isConnected) loadOwnRow().catch(() => undefined);
  }, [isConnected]);
  const connection = isConnected ? 'connected' : erg.state === 'connecting' ? 'connecting' : 'disconnected';

  const isHere = row !== null && row.sessionId === (group?.session._id ?? null);
  const isWatching = isHere && row.lostTo !== null && row.stage !== 'completed';
  const rowItHere = useRowItHere(row, runner);
  const isRowing = isHere && isOnTheWater(row);
  useInstrumentPage(isRowing);
  useLiveCockpit(isRowing && isErgHeld(erg));
  // While rowing the page shows the belt only if it is missing; before, only next to an erg.
  const { snapshot } = belt;
  const isBeltChosen = snapshot !== null;
  const isBeltAtWork = snapshot?.state === 'connected' && !snapshot.isOffSkin;
  const isBeltShown = isRowing ? isBeltChosen && !isBeltAtWork : isBeltChosen || isConnected;
  return (
    <>
      {/* The session's header with its heading is hidden while rowing. */}
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
          machine={erg.machine}
          isReconnecting={erg.reconnecting}
          isErgLent={erg.isLent}
          silentSinceMs={erg.silentSinceMs}
        />
      )}
      {isHere && !isWatching && (
        <RowVoice
          key={row.activityId}
          {...{ row, group, runner, connection }}
          isSilent={erg.silentSinceMs !== null}
          isReconnecting={erg.reconnecting}
          isErgLent={erg.isLent}
        />
      )}
      {/* While rowing the page shows the connection only if it is missing. */}
      {(!isWatching || rowItHere.isWanted || isConnected) && !(isRowing && isConnected) && (
        <ConnectBar
          connectRole={connect}
          link={{
            connection,
            isSimulated: erg.isSimulated,
            machine: erg.machine,
            sendsDistance: erg.sendsDistance,
            isReconnecting: erg.reconnecting,
            isLent: erg.isLent,
            silentSinceMs: erg.silentSinceMs,
            device: erg.information,
          }}
          ways={{
            isBluetoothSupported: isBluetoothSupported(),
            isSimulatedErgAllowed: product.data?.simulatedErg ?? false,
            onConnect: connectErg.overBluetooth,
            onConnectOther: connectErg.otherRower,
            onConnectSimulated: connectErg.simulated,
          }}
          onDisconnect={() => erg.disconnect()}
        />
      )}
      {isBluetoothSupported() && !isWatching && isBeltShown && (
        <BeltBar belt={belt} onConnect={connectErg.belt} />
      )}
      {isConnected && !isHere && <UnitChoice />}
    </>
  );
}
