import type { Machine } from '@boathouse/contract/activities';
import { useRef, useState, type ComponentProps, type ReactNode, type Ref } from 'react';
import { machineNames } from '@boathouse/contract/activities/machine';
import { formatSilence } from '../../../lib/format.ts';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { useAtDeviceNow } from '../../../lib/use-now.ts';
import { Button } from '../../../ui/button.tsx';
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx';
import { InsecureNote } from '../../../ui/secure/insecure-note.tsx';
import { useFocusOnChange } from '../../../ui/focus/use-focus-on-change.ts';
import type { ErgConnection } from './cockpit/status-line.tsx';
import { ownRowPart } from './load-own-row.ts';
import styles from './connect-bar.module.css';
import type { DeviceInformation } from './device-details.tsx';
import { ContinueOnPhone, useIsPhoneHelp } from './continue-on-phone.tsx';
import type { SimulatedChoice as SimulatedErg } from './simulated-choice.tsx';

const name = 'This choice';
const OtherRower = ownRowPart(name, (parts) => parts.OtherRower);
/** In a separate file, because without Bluetooth it is open from the start. */
const SimulatedChoice = lazyPart({
  name,
  load: async () => (await loadChunk(() => import('./simulated-choice.tsx'))).SimulatedChoice,
  // The content below it must not move.
  waiting: <div className={styles.choiceRoom} />,
});
const DeviceDetails = ownRowPart('What the monitor says of itself', (parts) => parts.DeviceDetails);

const ConnectAgain = ownRowPart('The last monitor', (parts) => parts.ConnectAgain);

/** Whether this device has connected a monitor before (`erg/last-monitor.ts`). */
function isMonitorKnown(): boolean {
  try {
    return !!localStorage.getItem('boathouse.last-monitor');
  } catch {
    return false;
  }
}

/**
 * How prominent connecting is on this page: the next step, a step before the primary action, possible, or folded below
 * coaching or after other parts.
 */
export type ConnectRole = 'next' | 'before' | 'possible' | 'aside' | 'late';

/** The link to the erg, as the bar shows it. */
type ErgLink = {
  connection: ErgConnection;
  isSimulated: boolean;
  /** The connected monitor's machine; null while unknown. */
  machine?: Machine | null;
  /** Whether it sends meters; null while unknown. */
  sendsDistance?: boolean | null;
  /** Reconnecting automatically after a lost link. */
  isReconnecting?: boolean;
  /** Lent to another device for a while. */
  isLent?: boolean;
  /** Wall clock in ms of the monitor's last record, while it is silent; kept through reconnections. */
  silentSinceMs?: number | null;
  device: DeviceInformation | null;
};

/** The ways to an erg in this browser and on this installation. */
type ErgWays = {
  /** Whether this browser has Web Bluetooth; the bar shows a note if not. */
  isBluetoothSupported: boolean;
  /** Whether this installation allows the simulated erg. */
  isSimulatedErgAllowed: boolean;
  /** It is also called without Bluetooth support; the caller then shows an alert. */
  onConnect: () => void;
  onConnectOther: () => void;
  onConnectSimulated: ComponentProps<typeof SimulatedErg>['onConnect'];
};

type ConnectBarProps = {
  connectRole?: ConnectRole;
  link: ErgLink;
  ways: ErgWays;
  onDisconnect: () => void;
};

/** Connects an erg, and shows the connected one. */
export function ConnectBar({ connectRole = 'next', link, ways, onDisconnect }: ConnectBarProps) {
  const { connection, silentSinceMs = null, isReconnecting = false } = link;
  const isConnecting = connection === 'connecting';
  const isOn = silentSinceMs !== null || connection === 'connected' || isReconnecting;
  const barRef = useRef<HTMLElement>(null);
  const stateRef = useRef<HTMLParagraphElement>(null);
  useFocusOnChange(isOn, isOn ? stateRef : barRef);
  if (isOn) return <LinkBar {...{ link, stateRef, onDisconnect }} />;
  const bar = <Choice {...{ connectRole, ways, isConnecting, barRef }} />;
  if ((connectRole !== 'aside' && connectRole !== 'late') || isConnecting) return bar;
  return (
    <details className={styles.folded}>
      <summary>{connectRole === 'late' ? 'Row it late' : 'Connect an erg'}</summary>
      {bar}
    </details>
  );
}

type LinkBarProps = {
  link: ErgLink;
  stateRef: Ref<HTMLParagraphElement>;
  onDisconnect: () => void;
};

/** The state of a link: silent, connected or reconnecting. */
function LinkBar({ link, stateRef, onDisconnect }: LinkBarProps) {
  const { silentSinceMs = null, connection, isSimulated, device } = link;
  if (silentSinceMs !== null) {
    return (
      <section aria-label="Erg" className={styles.bar}>
        <p ref={stateRef} tabIndex={-1} className={styles.state} data-lost="true" role="status">
          <Silence sinceMs={silentSinceMs} />
        </p>
        <p className={styles.hint}>
          Wake the monitor. Its connection is renewed by itself; if that does not help, press Disconnect, then
          Connect.
        </p>
        <Button size="touch" onClick={onDisconnect}>
          Disconnect
        </Button>
      </section>
    );
  }
  if (connection === 'connected') {
    return (
      <section aria-label="Erg" className={styles.bar}>
        <p ref={stateRef} tabIndex={-1} className={styles.state}>
          {nameOf(link.machine ?? 'rower', isSimulated)} connected
        </p>
        {link.sendsDistance === false && (
          <p role="status" className={styles.hint}>
            This erg sends no distance. Row a workout by time; any other ends when you press Finish.
          </p>
        )}
        {device && <DeviceDetails device={device} />}
        <Button look="quiet" onClick={onDisconnect}>
          Disconnect
        </Button>
      </section>
    );
  }
  return (
    <section aria-label="Erg" className={styles.bar}>
      <p ref={stateRef} tabIndex={-1} className={styles.state} data-lost={link.isLent !== true} role="status">
        {link.isLent ? 'The erg is free for your other device' : 'Reconnecting to the erg…'}
      </p>
      <p className={styles.hint}>
        {link.isLent
          ? 'Unless it is connected there, it is connected here again after 30 s.'
          : 'Keep the erg awake and this device near it. If that does not help, press Disconnect, then Connect.'}
      </p>
      <Button look="quiet" onClick={onDisconnect}>
        Disconnect
      </Button>
    </section>
  );
}

type ChoiceProps = {
  connectRole: ConnectRole;
  ways: ErgWays;
  isConnecting: boolean;
  barRef: Ref<HTMLElement>;
};

/** The ways to connect an erg: the best one is the primary button if connecting is the next step. */
function Choice({ connectRole, ways, isConnecting, barRef }: ChoiceProps) {
  const { isBluetoothSupported } = ways;
  const isPhoneHelp = useIsPhoneHelp();
  const help = isBluetoothSupported ? 'connect' : isPhoneHelp ? 'phone' : 'simulated';
  const lookOf = (action: typeof help) => (connectRole === 'next' && action === help ? 'primary' : 'plain');
  // A monitor is stored when it is chosen: its button appears only after this attempt.
  const isKnown = isBluetoothSupported && isMonitorKnown();
  const [isAgain, setIsAgain] = useState(isKnown);
  if (!isConnecting && isAgain !== isKnown) setIsAgain(isKnown);
  const [isAgainTried, setIsAgainTried] = useState(false);
  const isOther = isConnecting && !(isAgain && isAgainTried);
  return (
    <section ref={barRef} aria-label="Erg" tabIndex={-1} className={styles.bar}>
      {help === 'phone' ? (
        <ContinueOnPhone look={lookOf('phone')} />
      ) : (
        isAgain && (
          <ConnectAgain
            look={lookOf('connect')}
            isBusy={isConnecting && isAgainTried}
            isDisabled={isOther}
            onConnect={() => setIsAgainTried(true)}
          />
        )
      )}
      <Button
        size="touch"
        look={isAgain ? 'plain' : lookOf('connect')}
        isBusy={isOther}
        aria-disabled={isConnecting}
        onClick={() => {
          if (isConnecting) return;
          setIsAgainTried(false);
          ways.onConnect();
        }}
      >
        {isOther ? 'Connecting' : 'Connect'}
      </Button>
      <p className={styles.hint}>
        {isBluetoothSupported
          ? 'Wake the monitor and open its Connect screen, then press Connect.'
          : 'This browser does not support bluetooth. Open this page in Chrome or Edge, over HTTPS or on localhost.'}
        {!isBluetoothSupported && <InsecureNote />}
      </p>
      {ways.isSimulatedErgAllowed && (
        <FoldedChoice
          summary="No erg nearby? Try a simulated one"
          // If there are items to begin, an item's instructions lead to it.
          isOpen={help === 'simulated' && connectRole === 'next'}
        >
          {(isShown) =>
            isShown && (
              <SimulatedChoice
                look={lookOf('simulated')}
                isBusy={isConnecting}
                onConnect={ways.onConnectSimulated}
              />
            )
          }
        </FoldedChoice>
      )}
      {isBluetoothSupported && (
        <FoldedChoice summary="Erg of another maker?">
          {(isShown) => isShown && <OtherRower isBusy={isConnecting} onConnect={ways.onConnectOther} />}
        </FoldedChoice>
      )}
    </section>
  );
}

function nameOf(machine: Machine, isSimulated: boolean): string {
  if (machine === 'rower' || machine === 'other') return isSimulated ? 'Simulated erg' : 'Erg';
  return isSimulated ? `Simulated ${machineNames[machine]}` : machineNames[machine];
}

function Silence({ sinceMs }: { sinceMs: number }) {
  const forText = useAtDeviceNow(
    (nowMs) => formatSilence(Math.max(2, Math.floor((nowMs - sinceMs) / 1000))),
    1_000,
  );
  return (
    <>
      Monitor silent{/* Screen readers announce it once, not every second. */}
      <span aria-hidden="true"> for {forText}</span>
    </>
  );
}

type FoldedChoiceProps = {
  summary: string;
  isOpen?: boolean;
  /** `isShown`: whether it is or was open, because its code loads on opening. */
  children: (isShown: boolean) => ReactNode;
};

/** A way to connect that few athletes need. */
function FoldedChoice({ summary, isOpen = false, children }: FoldedChoiceProps) {
  const [isOpened, setIsOpened] = useState(false);
  return (
    <details className={styles.simulated} open={isOpen}>
      <summary onClick={() => setIsOpened(true)}>{summary}</summary>
      {children(isOpen || isOpened)}
    </details>
  );
}
