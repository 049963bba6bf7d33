import { formatPace } from '@boathouse/workout/pace';
import { NativeSelect } from '../../ui/field/field.tsx';
import { useState } from 'react';
import { formatSilence } from '../../lib/format.ts';
import { useAtNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button.tsx';
import type { ErgometerConnection } from './cockpit/status-line.tsx';
import styles from './connect-bar.module.css';

/** Device information of the monitor; null until read. */
type DeviceInformation = {
  serialNumber: string | null;
  hardwareRevision: string | null;
  firmwareRevision: string | null;
  manufacturerName: string | null;
};

type SimulatedRow = { paceSec: number; strokeRateSpm: number };

type ConnectBarProps = {
  connection: ErgometerConnection;
  isSimulated: boolean;
  /** Reconnecting automatically after a lost link. */
  isReconnecting?: boolean;
  /** Left to another device for a while. */
  isLent?: boolean;
  /** Wall clock in ms of the monitor's last record, while it is silent; also over reconnections. */
  silentSinceMs?: number | null;
  /** Reason for the end of the last attempt or link. */
  problem?: string | null;
  device: DeviceInformation | null;
  /** Whether this browser has Web Bluetooth; the bar shows a note if not. */
  isBluetoothSupported: boolean;
  /** Whether this installation allows the simulated erg. */
  isSimulatedErgAllowed: boolean;
  /** Also called without Bluetooth support; the caller then shows an alert. */
  onConnect: () => void;
  onConnectSimulated: (row: SimulatedRow) => void;
  onDisconnect: () => void;
};

/** Connects an erg, and shows which one is connected. */
export function ConnectBar(props: ConnectBarProps) {
  const { connection, isSimulated, device, isBluetoothSupported, isSimulatedErgAllowed } = props;
  const silentSinceMs = props.silentSinceMs ?? null;
  if (silentSinceMs !== null) {
    return (
      <section aria-label="Erg" className={styles.bar}>
        <p className={styles.state} role="status">
          <Silence sinceMs={silentSinceMs} />
        </p>
        <p className={styles.hint}>
          Wake the monitor. Its connection is renewed by itself; if that does not help, press Disconnect, then
          Connect.
        </p>
        <Button size="touch" onClick={props.onDisconnect}>
          Disconnect
        </Button>
      </section>
    );
  }
  if (connection === 'connected') {
    return (
      <section aria-label="Erg" className={styles.bar}>
        <p className={styles.state}>{isSimulated ? 'Simulated erg connected' : 'Erg connected'}</p>
        {device && <DeviceDetails device={device} />}
        <Button size="touch" onClick={props.onDisconnect}>
          Disconnect
        </Button>
      </section>
    );
  }
  if (props.isReconnecting) {
    return (
      <section aria-label="Erg" className={styles.bar}>
        <p className={styles.state}>
          {props.isLent ? 'The erg is free for your other device' : 'Reconnecting to the erg…'}
        </p>
        {props.isLent && (
          <p className={styles.hint}>Unless it is connected there, it is connected here again after 30 s.</p>
        )}
        {!props.isLent && props.problem && <p className={styles.hint}>{props.problem}</p>}
        <Button size="touch" onClick={props.onDisconnect}>
          Disconnect
        </Button>
      </section>
    );
  }
  return (
    <section aria-label="Erg" className={styles.bar}>
      <Button size="touch" look="primary" isBusy={connection === 'connecting'} onClick={props.onConnect}>
        {connection === 'connecting' ? 'Connecting' : 'Connect'}
      </Button>
      <p className={styles.hint}>
        {isBluetoothSupported
          ? 'Wake the monitor and open its Connect screen, then press Connect.'
          : 'This browser does not support bluetooth. Open this page in Chrome or Edge, over HTTPS or on localhost.'}
      </p>
      {isSimulatedErgAllowed && (
        <SimulatedChoice isBusy={connection === 'connecting'} onConnect={props.onConnectSimulated} />
      )}
    </section>
  );
}

function Silence({ sinceMs }: { sinceMs: number }) {
  const forText = useAtNow(
    (nowMs) => formatSilence(Math.max(2, Math.floor((nowMs - sinceMs) / 1000))),
    1_000,
  );
  return (
    <>
      Monitor silent{/* Screen readers hear it once, not every second. */}
      <span aria-hidden="true"> for {forText}</span>
    </>
  );
}

function DeviceDetails({ device }: { device: DeviceInformation }) {
  const details = [
    ['Manufacturer', device.manufacturerName],
    ['Serial number', device.serialNumber],
    ['Hardware', device.hardwareRevision],
    ['Firmware', device.firmwareRevision],
  ] as const;
  return (
    <dl className={styles.device}>
      {details.map(
        ([label, value]) =>
          value !== null && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** Seconds per 500 m, from race pace to light paddling. */
const simulatedPaces = [95, 105, 115, 120, 130, 140, 150];
const simulatedRates = [18, 20, 22, 24, 26, 28, 30, 32, 36];

type SimulatedChoiceProps = { isBusy: boolean; onConnect: (row: SimulatedRow) => void };

function SimulatedChoice({ isBusy, onConnect }: SimulatedChoiceProps) {
  const [paceSec, setPaceSec] = useState(120);
  const [strokeRateSpm, setStrokeRateSpm] = useState(24);
  return (
    <details className={styles.simulated}>
      <summary>No erg nearby? Try a simulated one</summary>
      <div className={styles.choice}>
        <NativeSelect
          label="Pace"
          value={`${paceSec}`}
          data={simulatedPaces.map((pace) => ({ value: `${pace}`, label: `${formatPace(pace)} /500 m` }))}
          onChange={(event) => setPaceSec(Number(event.currentTarget.value))}
        />
        <NativeSelect
          label="Stroke rate"
          value={`${strokeRateSpm}`}
          data={simulatedRates.map((rate) => ({ value: `${rate}`, label: `${rate} spm` }))}
          onChange={(event) => setStrokeRateSpm(Number(event.currentTarget.value))}
        />
        <Button size="touch" isBusy={isBusy} onClick={() => onConnect({ paceSec, strokeRateSpm })}>
          Use simulated erg
        </Button>
      </div>
      <p className={styles.hint}>It is marked as simulated for everyone and never ranked.</p>
    </details>
  );
}
