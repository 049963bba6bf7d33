import { useCurrentUser, useIsPinLogin } from '../../features/people/auth/index.ts';
import { loadChunk } from '../../lib/load-chunk.ts';
import { lazyPart } from '../../ui/lazy/lazy-part.tsx';

const Bar = lazyPart({
  name: 'The warnings to administrators',
  load: async () =>
    (await loadChunk(() => import('../../features/operating/administration/warning-bar.tsx'))).WarningBar,
});

/**
 * The server's warnings to its administrators; loaded a while after the page, because no one opened the page for them.
 */
export function AdministratorWarnings() {
  const isByPin = useIsPinLogin();
  return useCurrentUser().isAdministrator === true && !isByPin && <Bar />;
}
