import { messageOf } from '../../../lib/api.ts';
import { closeErrors, showErrorToast } from '../../../ui/toast-store.ts';
import {
  BluetoothUnavailableError,
  bluetoothUnsupportedMessage,
  connectAction,
  useErg,
  useHeartRateBelt,
  type Erg,
} from '../erg/index.ts';

type SimulatedRower = Parameters<Erg['connectSimulated']>;

/** The simulated erg until the user chooses another one. */
export const steadyRower = { paceSec: 120, strokeRateSpm: 24 };

/** Handlers of the buttons that connect an erg; they show errors. */
export function useConnectErg() {
  const erg = useErg();
  const belt = useHeartRateBelt();

  async function connect(open: () => Promise<unknown>): Promise<void> {
    try {
      await open();
      closeErrors(connectAction);
    } catch (error) {
      if (error instanceof BluetoothUnavailableError) alert(bluetoothUnsupportedMessage);
      else showErrorToast(messageOf(error), { action: connectAction });
    }
  }
  return {
    overBluetooth: () => void connect(() => erg.connectBluetooth()),
    again: (choose: Parameters<Erg['connectBluetooth']>[0]) =>
      void connect(() => erg.connectBluetooth(choose)),
    otherRower: () => void connect(() => erg.connectOtherRower()),
    belt: () => void connect(() => belt.connect()),
    simulated: (...rower: SimulatedRower) => void connect(() => erg.connectSimulated(...rower)),
    steadySimulated: () => void connect(() => erg.connectSimulated(steadyRower)),
  };
}
