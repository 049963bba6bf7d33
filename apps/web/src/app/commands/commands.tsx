import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { loadChunk } from '../../lib/load-chunk.ts';
import { lazyPart } from '../../ui/lazy/lazy-part.tsx';
import { destinationOfKeys } from './destinations.ts';
import { Palette } from './palette.tsx';
import { takesKeys, type Press } from './press.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';

const SwitchAthlete = lazyPart<{ onClose: () => void }>({
  name: 'The list of this device',
  load: async () => (await loadChunk(() => import('../../features/people/devices/index.ts'))).SwitchAthlete,
});

/** A key pressed longer ago, while this code was loading, is ignored: the user has continued. */
const pressLastsMs = 5_000;

/** Runs a shortcut: opens the search, the list of shortcuts, or a page. */
export function Commands({ press }: { press: Press }) {
  const navigate = useNavigate();
  const [open, setOpen] = useState<'palette' | 'shortcuts' | 'switch' | null>(null);
  const done = useRef<Press>(null);
  const act = useEffectEvent(({ key, after, atMs }: Press) => {
    const isBusy =
      document.querySelector('dialog[open]') !== null || document.activeElement?.matches(takesKeys);
    if (isBusy) return;
    if (key === 'Ctrl K') return setOpen('palette');
    if (key === 'Switch') return setOpen('switch');
    if (performance.now() - atMs > pressLastsMs) return;
    const to = destinationOfKeys(after, key);
    if (to !== null) void navigate(to);
    else if (key === '?') setOpen('shortcuts');
  });
  useEffect(() => {
    if (done.current === press) return;
    done.current = press;
    act(press);
  }, [press]);
  if (open === 'shortcuts') return <ShortcutsDialog onClose={() => setOpen(null)} />;
  if (open === 'switch') return <SwitchAthlete onClose={() => setOpen(null)} />;
  if (open === null) return null;
  return <Palette onClose={() => setOpen(null)} onShortcuts={() => setOpen('shortcuts')} />;
}
