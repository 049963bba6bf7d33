import { useState } from 'react';
import { loadChunk } from '../../lib/load-chunk.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy/lazy-part.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';

const PhoneDialog = lazyPart({
  name: 'The dialog',
  load: async () => (await loadChunk(() => import('./phone-dialog.tsx'))).PhoneDialog,
});

/** Only this device opens such an address. */
const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Whether a phone can go on with this page: not on one already, and not where its address is this device's own. */
export function useIsPhoneHelp(): boolean {
  const isPhone = useMediaQuery('(pointer: coarse)');
  return !isPhone && !loopback.test(location.hostname);
}

/** Offers this page on a phone, to a computer whose browser has no Bluetooth. */
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
