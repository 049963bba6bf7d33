import { useCurrentUser } from '../../features/auth/index.ts';
import { loadChunk } from '../../lib/load-chunk.ts';
import { lazyPart } from '../../ui/lazy/lazy-part.tsx';

/** After the page itself: a warning is not why it was opened. */
const loadAfterMs = 2_000;

const Bar = lazyPart({
  name: 'The warnings to administrators',
  load: async () => {
    await new Promise((resolve) => setTimeout(resolve, loadAfterMs));
    return (await loadChunk(() => import('../../features/administration/warning-bar.tsx'))).WarningBar;
  },
});

export function AdministratorWarnings() {
  return useCurrentUser().isAdministrator === true && <Bar />;
}
