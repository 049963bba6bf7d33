import { useState } from 'react';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { Button } from '../../../ui/button.tsx';
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';

const PhoneDialog = lazyPart({
  name: 'The dialog',
  load: async () => (await loadChunk(() => import('./phone-dialog.tsx'))).PhoneDialog,
});

/** Only this device can open such an address. */
const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Whether a phone can continue with this page: not if this is a phone, or if the page's address works only on this
 * device.
 */
export function useIsPhoneHelp(): boolean {
  const isPhone = useMediaQuery('(pointer: coarse)');
  return !isPhone && !loopback.test(location.hostname);
}

/** Offers to open this page on a phone, if the computer's browser has no Bluetooth. */
export function ContinueOnPhone({ look }: { look: 'primary' | 'plain' }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="touch" look={look} onClick={() => setIsOpen(true)}>
        Continue on your phone
      </Button>
      {isOpen && <PhoneDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}
