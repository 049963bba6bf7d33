import { useQuery } from '@tanstack/react-query';
import { productQuery } from '../../../lib/product.ts';
import { isBluetoothSupported } from '../erg/index.ts';
import { useIsPhoneHelp } from './continue-on-phone.tsx';

/** How an athlete gets to an erg from this browser; `none` without Bluetooth, another device or a simulated erg. */
export type WayToErg = 'bluetooth' | 'phone' | 'simulated' | 'none';

/** Returns the best way to an erg from this browser and on this installation. */
export function useWayToErg(): WayToErg {
  const isPhoneHelp = useIsPhoneHelp();
  const isSimulatedErgAllowed = useQuery(productQuery).data?.simulatedErg ?? false;
  if (isBluetoothSupported()) return 'bluetooth';
  if (isPhoneHelp) return 'phone';
  return isSimulatedErgAllowed ? 'simulated' : 'none';
}
