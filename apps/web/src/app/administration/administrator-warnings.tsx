import { useEffect, useState } from 'react';
import { useCurrentUser } from '../../features/auth/index.ts';
import { loadChunk } from '../../lib/load-chunk.ts';
import { lazyPart } from '../../ui/lazy/lazy-part.tsx';

/** After the page itself: a warning is not why it was opened. */
const loadAfterMs = 2_000;

const Bar = lazyPart({
  name: 'The warnings to administrators',
  load: async () =>
    (await loadChunk(() => import('../../features/administration/warning-bar.tsx'))).WarningBar,
});

export function AdministratorWarnings() {
  const { isAdministrator } = useCurrentUser();
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), loadAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return isLate && isAdministrator === true && <Bar />;
}
