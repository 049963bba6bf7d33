import { useCurrentUser } from '../../features/auth/index.ts';
import { loadChunk } from '../../lib/load-chunk.ts';
import { lazyPart } from '../../ui/lazy/lazy-part.tsx';

const Bar = lazyPart({
  name: 'The warnings to administrators',
  load: async () =>
    (await loadChunk(() => import('../../features/administration/warning-bar.tsx'))).WarningBar,
});

/** What the server warns its administrators of; a while after the page, which was not opened for it. */
export function AdministratorWarnings() {
  return useCurrentUser().isAdministrator === true && <Bar />;
}
