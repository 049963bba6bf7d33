import { useState } from 'react';
import { loadChunk } from '../../../../lib/load-chunk.ts';
import { Button } from '../../../../ui/button.tsx';
import { lazyPart } from '../../../../ui/lazy/lazy-part.tsx';

const SubscriptionDialog = lazyPart({
  name: 'The dialog',
  load: async () => (await loadChunk(() => import('./subscription-dialog.tsx'))).SubscriptionDialog,
});

export function SubscribeButton({ userId }: { userId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Subscribe</Button>
      {isOpen && <SubscriptionDialog userId={userId} onClose={() => setIsOpen(false)} />}
    </>
  );
}
