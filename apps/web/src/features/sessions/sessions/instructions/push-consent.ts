import { useCallback, useMemo, useState } from 'react';
import { useErg } from '../../../rowing/erg/index.ts';

/** Whether the athlete has pushed a workout to the connected erg: the page then sets it to later ones without a press. */
export type PushConsent = { isGiven: boolean; give: () => void };

/** Keeps the consent for one erg, as long as the calling page is open. */
export function usePushConsent(): PushConsent {
  const { deviceName } = useErg();
  const [givenFor, setGivenFor] = useState<string | null>(null);
  const isGiven = deviceName !== null && givenFor === deviceName;
  const give = useCallback(() => setGivenFor(deviceName), [deviceName]);
  return useMemo(() => ({ isGiven, give }), [isGiven, give]);
}
